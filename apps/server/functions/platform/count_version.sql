-- Forms send the version that they have read, so that nobody overwrites unseen what somebody else has saved. Bots and their parts are changed
-- by editors, imports, examples and answers alike: the database counts, so that no writer can forget to.
create or replace function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
