CREATE TABLE tower (id bigint PRIMARY KEY);
