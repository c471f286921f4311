"""SQLite: what is kept of associations, changes, admins, searches and votes."""
