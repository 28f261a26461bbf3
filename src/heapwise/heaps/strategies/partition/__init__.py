"""`partition`: lazy initialisation over classes of locations (uber-lazy.txt)."""
