-- Due times of chats, beside the wait for an agent (chats.deadline_at) and the acceptance of an offer (chat_offers.expires_at).
create table chat_clocks (
  enterprise_id uuid not null references enterprises,
  chat_id uuid not null,
  kind text not null,
  started_at timestamptz not null,
  due_at timestamptz not null,
  primary key (enterprise_id, chat_id, kind),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('chat_clocks');
create index chat_clocks_by_due on chat_clocks (due_at);

-- The time at which a worker last looked for due clocks. A gap means that nobody was there, agents included.
create table chat_clock_looks (
  is_only boolean primary key default true check (is_only),
  looked_at timestamptz not null,
  held_until timestamptz not null default '-infinity'
);
