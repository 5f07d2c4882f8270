"""Measures each row of Carpool's performance budget as ratios within one run."""
