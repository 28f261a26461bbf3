"""Ordinary functions: invoices, dates, parsing, figures, settings, payloads, prices, schedules."""
