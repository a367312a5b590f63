-- What documents of streams name outside of themselves, so that whoever would delete it finds them by index. `version` 0: the draft; `kind`
-- 'field': a field of customers that an expression reads, by its name.
create table journey_refs (
  enterprise_id uuid not null references enterprises,
  journey_id uuid not null,
  version integer not null,
  kind text not null,
  ref_id text not null,
  primary key (enterprise_id, kind, ref_id, journey_id, version),
  foreign key (enterprise_id, journey_id) references journeys (enterprise_id, journey_id) on delete cascade
);
select protect_tenant_table('journey_refs');
create index journey_refs_by_journey on journey_refs (enterprise_id, journey_id, version);

create function refs_of_journey(document jsonb) returns table (kind text, ref_id text) language sql immutable as $$
  select distinct found.ref ->> 'ref', found.ref ->> 'id'
    from jsonb_path_query(document, 'strict $.** ? (@.ref.type() == "string" && @.id.type() == "string" && @.id != "")') found (ref)
  union
  select 'field', named.field[1] from regexp_matches(document::text, '\mcustomer\.([A-Za-z_][A-Za-z0-9_]*)', 'g') named (field)
$$;

create function note_refs_of_journey() returns trigger language plpgsql as $$
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
create trigger journeys_note_refs after insert or update of document on journeys for each row execute function note_refs_of_journey('draft');
create trigger journey_versions_note_refs after insert on journey_versions for each row execute function note_refs_of_journey('version');

insert into journey_refs (enterprise_id, journey_id, version, kind, ref_id)
  select j.enterprise_id, j.journey_id, 0, f.kind, f.ref_id from journeys j cross join lateral refs_of_journey(j.document) f
  union all
  select v.enterprise_id, v.journey_id, v.version, f.kind, f.ref_id from journey_versions v cross join lateral refs_of_journey(v.document) f;
