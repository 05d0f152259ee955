"""Pages as PDF: the only room that knows reportlab."""
