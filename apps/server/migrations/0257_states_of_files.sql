-- A planned message with a file is 'filed' to processes of the version before, which would send its words without the file: they do not list, change
-- or send it. Its own state stands beside.
alter table scheduled_messages drop constraint scheduled_messages_state_check;
alter table scheduled_messages add constraint scheduled_messages_state_check
  check (state in ('planned', 'held', 'refused', 'cancelled', 'sent', 'filed'));
alter table scheduled_messages add column file_state text check (file_state in ('planned', 'held', 'refused', 'cancelled'));
update scheduled_messages set file_state = state, state = 'filed' where attachment is not null and state <> 'sent';
create index scheduled_messages_by_file_try on scheduled_messages (try_at) where file_state = 'planned';
