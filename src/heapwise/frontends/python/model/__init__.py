"""Values, and where the heap keeps them: classes, layouts, members."""
