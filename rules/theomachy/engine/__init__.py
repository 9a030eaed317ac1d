"""The game-agnostic engine: decisions, positions, abilities, timings, traces, views, saves. It knows no game."""
