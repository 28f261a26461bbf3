"""`summary`: exact heap summaries (heap-summaries.txt)."""
