create or replace function note_refs_of_journey() returns trigger language plpgsql as $$
declare
  at integer := 0;
begin
  if tg_argv[0] = 'version' then
    at := new.version;
  else
    delete from journey_refs r where r.enterprise_id = new.enterprise_id and r.journey_id = new.journey_id and r.version = 0
      and not exists (select from refs_of_journey(new.document) f where f.kind = r.kind and f.ref_id = r.ref_id);
  end if;
  insert into journey_refs (enterprise_id, journey_id, version, kind, ref_id)
    select new.enterprise_id, new.journey_id, at, f.kind, f.ref_id from refs_of_journey(new.document) f on conflict do nothing;
  return null;
end $$;
