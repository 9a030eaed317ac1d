"""What authors of positions need: words of scenarios, tools of the editor, validation."""
