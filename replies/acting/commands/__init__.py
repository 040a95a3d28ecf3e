"""What a line may ask for, a file each; `registry` finds them by their place."""
