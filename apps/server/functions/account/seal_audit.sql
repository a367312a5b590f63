-- Appends what is committed to the chain, by id. Two sealers of an enterprise never meet: the second finds nothing to do.
create or replace function seal_audit(most integer) returns integer language plpgsql security definer set search_path = public as $$
declare
  enterprise uuid := current_enterprise_id();
  link bytea;
  number bigint;
  sealed uuid[] := '{}';
  entry record;
begin
  if enterprise is null or not pg_try_advisory_xact_lock(5070030, hashtext(enterprise::text)) then return 0; end if;
  select c.number, c.link into number, link from audit_chain c where c.enterprise_id = enterprise order by c.number desc limit 1;
  if not found then
    number := 0;
    link := decode(repeat('00', 32), 'hex');
  end if;
  -- Each entry by its key: a join would read the whole table as soon as the planner takes it for small. One that is gone already is sealed
  -- as such, and found by whoever checks.
  for entry in
    with due as materialized (
      select u.entry_id, u.at from audit_unsealed u where u.enterprise_id = enterprise order by u.entry_id limit most)
    select d.entry_id, d.at,
      (select e.hash from audit_entries e where e.enterprise_id = enterprise and e.entry_id = d.entry_id and e.at = d.at) as hash
    from due d order by d.entry_id
  loop
    number := number + 1;
    link := sha256('\x01'::bytea || link || int8send(number) || coalesce(entry.hash, ''::bytea));
    insert into audit_chain (enterprise_id, number, entry_id, at, link) values (enterprise, number, entry.entry_id, entry.at, link);
    sealed := sealed || entry.entry_id;
  end loop;
  delete from audit_unsealed u where u.enterprise_id = enterprise and u.entry_id = any(sealed);
  return cardinality(sealed);
end $$;
