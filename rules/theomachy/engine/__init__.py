"""The game-agnostic engine: decisions, positions, abilities, timings, traces, views, saves. It knows no game."""

VERSION = "0.1.0"  # of the library; saves name it
