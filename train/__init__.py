"""How the table of `house:limit` is made and measured. Not part of the package; see README.md."""
