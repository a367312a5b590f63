-- Recorded events live for a second: to compress a batch of messages took longer than to write it as it is.
alter table outbox alter column data set storage external;
