CREATE TABEL tower (id int);
