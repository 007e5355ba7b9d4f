-- Text that looks like a placeholder, ${this}, and letters beyond ASCII, ü, are left alone.
CREATE TABLE bell (
  id int PRIMARY KEY,
  tower_id int NOT NULL REFERENCES tower,
  note text NOT NULL DEFAULT '${note}'
);

INSERT INTO tower VALUES (1, 'Süd');
