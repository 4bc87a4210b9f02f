"""Builders of data sets: rows, pictures and witnesses from the catalogue and from texts, without a model."""
