-- A session lasts no longer than its enterprise allows, whoever opens it.
create or replace function limit_session() returns trigger language plpgsql set search_path = public as $$
declare
  hours integer;
begin
  select e.session_hours into hours from enterprise_security e where e.enterprise_id = new.enterprise_id;
  if hours is not null then
    new.expires_at := least(new.expires_at, new.created_at + make_interval(hours => hours));
  end if;
  return new;
end $$;
