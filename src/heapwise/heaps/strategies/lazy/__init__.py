"""`lazy`, `lazier` and `lazier-sharp`: references are decided one by one (kiasan.txt)."""
