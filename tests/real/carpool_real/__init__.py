"""Runs suites that others wrote both ways and compares every method's verdict."""
