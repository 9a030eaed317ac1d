"""How the Earth maps were made, and the check that drawing and adjacency agree."""
