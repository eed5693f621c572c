"""`house:limit`: plays heads-up fixed limit with a trained strategy table of measured
exploitability."""
