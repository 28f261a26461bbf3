"""Several cores: processes (`crew`) for many tasks (`pool`) or one tree of paths (`exploring`)."""
