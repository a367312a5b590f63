-- Wrong values of fields that a customer need not have may be left out of their rows: how many of which field, and the first lines, never the values.
alter table csv_imports
  add column leaves_out boolean not null default false,
  add column left_out jsonb not null default '[]';
