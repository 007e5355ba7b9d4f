CREATE TABLE schema_support (
  one    boolean PRIMARY KEY DEFAULT true CHECK (one),
  oldest integer NOT NULL
);
INSERT INTO schema_support (oldest) VALUES (3);
