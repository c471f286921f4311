"""A strict Bot API server for this machine, and a chat page in the browser."""
