ALTER TABLE tower DROP COLUMN name;
UPDATE schema_support SET oldest = 4;
