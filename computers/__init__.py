"""Computer opponents: accounts that play by themselves, and the search behind them."""
