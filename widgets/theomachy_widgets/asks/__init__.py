"""What a person asks of a game at the dashboard: messages whose answers take a while. No widget is known here."""
