"""A game that is explored: its tree, commands, saves and journal; and the games that there are."""
