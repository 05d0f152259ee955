"""The shelf: where finished books stand, and what each says of itself."""
