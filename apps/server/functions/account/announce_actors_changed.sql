-- What a process remembers of who is signed in is forgotten in every process as soon as a change to it commits.
create or replace function announce_actors_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('actors_changed', coalesce(old.enterprise_id, new.enterprise_id)::text);
  return null;
end $$;
