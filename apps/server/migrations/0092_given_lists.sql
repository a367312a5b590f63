-- The people of an iteration may come with its start: they are kept as a file of numbers is, without a file.
alter table audience_files
  alter column stored_file_id drop not null,
  add constraint audience_files_stored check (stored_file_id is not null or state = 'READY');
alter table activities
  add column given_file_id uuid,
  -- The key and a hash of the request that started it
  add column start_key text not null default '',
  add column start_hash text not null default '',
  add constraint activities_given check ((given_file_id is null) = (start_key = ''));

update campaigns set plan = jsonb_set(plan, '{audience,given}', 'null') where not plan -> 'audience' ? 'given';
update activities set plan = jsonb_set(plan, '{audience,given}', 'null') where not plan -> 'audience' ? 'given';
