-- Chats that began in open hours are told from the others. Null: its facts were made before this, and are made once more by steps.
alter table chat_facts add column in_open_hours boolean;

insert into chat_fact_steps (enterprise_id, before, chat_id)
  select e.enterprise_id, now() + interval '1 day', 'ffffffff-ffff-ffff-ffff-ffffffffffff' from enterprises e
  where exists (select from chats c where c.enterprise_id = e.enterprise_id)
  on conflict (enterprise_id) do update set before = excluded.before, chat_id = excluded.chat_id;
