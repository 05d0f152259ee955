"""Pictures of the user's that are not mazes: drawings, photos, logos."""
