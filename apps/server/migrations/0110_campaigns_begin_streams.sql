-- An answer to a campaign begins a stream. What a rule needs beside its word stands in its settings, by its kind.
alter table journey_entries add column settings jsonb not null default '{}';
alter table journey_entries drop constraint journey_entries_kind_check;
alter table journey_entries add constraint journey_entries_kind_check
  check (kind in ('keyword', 'contains', 'any', 'payload', 'link', 'campaign', 'ended', 'api'));
