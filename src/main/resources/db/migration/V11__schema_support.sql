-- Which programs this schema serves: those whose newest migration is at least `oldest`. A migration that
-- takes something away that older programs use says so here, in its own transaction (ADR 0025).
CREATE TABLE schema_support (
  one    boolean PRIMARY KEY DEFAULT true CHECK (one),
  oldest integer NOT NULL CHECK (oldest > 0)
);
INSERT INTO schema_support (oldest) VALUES (11);
