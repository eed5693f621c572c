"""`house:limit`: heads-up fixed limit by a trained table whose weakness has been measured."""
