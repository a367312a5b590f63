-- What a notification says, by code and values, so that each reader has it in a language of their own. Title and text are its English.
alter table notifications
  add column code text not null default '',
  add column values jsonb not null default '{}';
