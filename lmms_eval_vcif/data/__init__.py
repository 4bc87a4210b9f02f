"""Files of rows and responses: readers, writers, and the lint that says what is wrong with rows before a model runs."""
