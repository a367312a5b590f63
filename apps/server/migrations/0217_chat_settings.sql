-- Settings of chats, of the enterprise and of departments that differ from it. Each save is a row of its own and never changed: the newest of a
-- scope counts, and a chat that keeps the number of its first waiting goes on with what stood then.
create table chat_settings (
  enterprise_id uuid not null references enterprises,
  -- One row of numbers for the whole enterprise: a number names the state of all of its scopes
  settings_no integer not null check (settings_no > 0),
  -- Null: of the enterprise
  dept_id uuid,
  -- Values of the scope's own by key; what is not there is inherited
  own jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (enterprise_id, settings_no),
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('chat_settings');
create index chat_settings_by_scope on chat_settings (enterprise_id, dept_id, settings_no desc);

-- Null: the chat has not waited for people yet, or began before there were numbers; then the newest counts.
alter table chats add column settings_no integer;

-- What enterprises have set lies in the settings of their row, where the version before goes on reading it. Those that never chose a limit keep
-- the 40 that held until now, and texts of their own are said to readers of Hindi too, as they were.
insert into chat_settings (enterprise_id, settings_no, dept_id, own)
select e.enterprise_id, greatest(coalesce((c.set->>'version')::integer, 0), 1), null,
  jsonb_build_object('maxOpenChats', 40)
    || coalesce((select jsonb_object_agg(t.key || 'Hi', t.value) from jsonb_each(c.set) t
      where t.key in ('welcomeMessage', 'missedMessage', 'closingMessage')), '{}')
    || (c.set - 'version')
from enterprises e cross join lateral (select coalesce(e.settings->'chat', '{}') as set) c;

-- Whether a chat is rated is decided when it ends. Those that ended within the time of an answer have been offered it by having had an agent.
update chats c set asks_rating = true
from enterprises e
where e.enterprise_id = c.enterprise_id and c.state = 3 and c.picked_up_at is not null and c.rating is null and not c.asks_rating
  and c.closed_at > now() - interval '72 hours' and coalesce((e.settings->'chat'->>'ratingEnabled')::boolean, true);
