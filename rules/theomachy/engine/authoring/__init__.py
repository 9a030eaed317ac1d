"""Scenarios, lessons and the position editor: how people write positions down and teach with them."""
