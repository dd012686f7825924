"""Algorithms that look ahead, written once against the rules contract."""
