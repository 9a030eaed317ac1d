"""How rules run: decisions, chance, requirements, timings and abilities, the trace, the position, the system."""
