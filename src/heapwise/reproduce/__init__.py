"""The experiments of the papers, run again: figures as rows, CSV files and plots."""
