"""What several kinds of notice say alike: of games, of challenges; links, pictures, clean lines."""
