-- A chat that a person has ended begins a stream: how was it?
alter table journey_entries drop constraint journey_entries_kind_check;
alter table journey_entries add constraint journey_entries_kind_check
  check (kind in ('keyword', 'contains', 'any', 'payload', 'link', 'ended', 'api'));
