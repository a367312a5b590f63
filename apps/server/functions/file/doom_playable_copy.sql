-- Bytes of a copy go with the file, and when another copy takes their place, whichever way that happens.
create or replace function doom_playable_copy() returns trigger language plpgsql as $$
begin
  insert into doomed_contents (enterprise_id, sha256) values (old.enterprise_id, old.playable_sha256) on conflict do nothing;
  return null;
end $$;
