CREATE TABLE tower (id int PRIMARY KEY, name text NOT NULL);
