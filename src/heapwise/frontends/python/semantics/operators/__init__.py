"""The operators + - * / // % ** @ << >> & ^ |, whatever they are applied to."""
