"""Finding associations: French analysis, the BM25 index, and understanding a question."""
