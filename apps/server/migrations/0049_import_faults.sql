-- What is wrong with a refused row by code and values, for readers of other languages; its kind, code and field, is what rows are filtered and
-- mended by. Rows of before have their words alone.
alter table csv_import_errors add column faults jsonb not null default '[]', add column kinds text[] not null default '{}';
update csv_import_errors set kinds = messages;
