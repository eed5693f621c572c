"""How values look in a notebook, and as data frames.

The other packages call this one with texts and numbers: it imports none of them, and nothing but
the standard library. `html` draws cards, tables, grids and steps, `felt` draws a poker table, and
`data` makes data frames and files of records.
"""
