"""The command line: one light module per subcommand, and one that does what it says."""
