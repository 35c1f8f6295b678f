"""Embedded sites, each with one trait and its exact truth."""
