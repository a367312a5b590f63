-- A message that waits for the end of quiet hours is told apart from one that is tried again later: people see why it waits, and a run that is
-- held back takes its place back.
alter table send_queue add column is_quiet boolean not null default false;
