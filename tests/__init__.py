"""Tests that drive the real process; the tree mirrors the project."""
