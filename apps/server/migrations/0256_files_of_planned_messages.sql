-- The file that leaves with a planned message, as an entry of the record has it; null: words alone, or it was sent.
alter table scheduled_messages add column attachment jsonb;
create index scheduled_messages_by_file on scheduled_messages (enterprise_id, (attachment ->> 'id')) where attachment is not null;
