// Columns count bytes, lines end in any way.
/* größer */ float straße(float größe) { return größe + große; }
