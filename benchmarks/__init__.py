"""Side-by-side measurements: ratios in one run, never tests."""
