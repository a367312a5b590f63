-- A customer's file that is of no known kind is marked wherever it is shown.
alter table files add column is_unusual boolean not null default false,
  -- The copy that browsers play of a recording or video that they do not; null: none is needed
  add column playable_state text check (playable_state in ('waiting', 'ready', 'failed')),
  -- Why there is none
  add column playable_reason text not null default '',
  -- Where its bytes are, or are about to be
  add column playable_sha256 text check (playable_sha256 ~ '^[0-9a-f]{64}$'),
  add column playable_type text,
  add column playable_size_bytes bigint check (playable_size_bytes >= 0);
create index files_by_playable_content on files (playable_sha256) where playable_sha256 is not null;
create index files_that_wait on files (enterprise_id) where playable_state = 'waiting';

create or replace function is_content_used(wanted text) returns boolean language sql stable security definer set search_path = public as
$$ select exists (select from files f where f.sha256 = wanted or f.playable_sha256 = wanted) $$;

-- Bytes of a copy go with the file, and when another copy takes their place, whichever way that happens.
create function doom_playable_copy() returns trigger language plpgsql as $$
begin
  insert into doomed_contents (enterprise_id, sha256) values (old.enterprise_id, old.playable_sha256) on conflict do nothing;
  return null;
end $$;
create trigger playable_copy_gone after delete on files
  for each row when (old.playable_sha256 is not null) execute function doom_playable_copy();
create trigger playable_copy_replaced after update of playable_sha256 on files
  for each row when (old.playable_sha256 is distinct from new.playable_sha256 and old.playable_sha256 is not null)
  execute function doom_playable_copy();
