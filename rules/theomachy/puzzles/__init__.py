"""Puzzles from simulated games: found, proven, graded, kept as data, one set a day. It names no game."""
