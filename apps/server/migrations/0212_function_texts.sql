-- Every text of a function (apps/server/functions) that was ever put into this database, by its SHA-256. A text that was here before is not put
-- back: a process of an older version that starts late would undo the newer one.
create table function_texts (
  name text not null,
  hash text not null,
  applied_at timestamptz not null default now(),
  primary key (name, hash)
);
