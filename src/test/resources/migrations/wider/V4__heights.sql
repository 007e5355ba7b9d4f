ALTER TABLE tower ADD COLUMN height integer;
