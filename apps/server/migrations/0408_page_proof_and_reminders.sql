-- Codes that prove a number at a page, and reminders of people who have left it.
alter table encap_links add column reach text not null default '';
-- Last time that a person opened it
alter table encap_links add column seen_at timestamptz;
alter table encap_links add column reminded smallint not null default 0;
-- When it is to be looked at for its next reminder; null: never
alter table encap_links add column remind_at timestamptz;
create index encap_links_to_remind on encap_links (remind_at) where remind_at is not null;
-- Reminders as the encap had them when the launch began; null: none
alter table encap_launches add column reminders jsonb;

create table page_codes (
  enterprise_id uuid not null,
  link_id uuid not null,
  code_id uuid not null,
  -- Of a login, of a number that is to get the address, or that address itself
  purpose text not null check (purpose in ('login', 'later', 'address')),
  number text not null,
  -- By a key of the installation: whoever reads the table knows neither code nor number
  number_hash bytea not null,
  code_hash bytea,
  tries smallint not null default 0,
  is_sent boolean not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (enterprise_id, link_id, code_id),
  foreign key (enterprise_id, link_id) references encap_links on delete cascade
);
select protect_tenant_table('page_codes');
create index page_codes_by_number on page_codes (enterprise_id, number_hash, made_at);
create index page_codes_by_time on page_codes (made_at);

create table page_sessions (
  enterprise_id uuid not null,
  link_id uuid not null,
  token_hash bytea not null,
  proved_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (enterprise_id, link_id, token_hash),
  foreign key (enterprise_id, link_id) references encap_links on delete cascade
);
select protect_tenant_table('page_sessions');
create index page_sessions_by_time on page_sessions (expires_at);

create table encap_reminders (
  enterprise_id uuid not null,
  launch_id uuid not null,
  link_id uuid not null,
  -- The first one is 1
  number smallint not null check (number > 0),
  -- Its row of the ledger
  message_id uuid not null,
  is_held_back boolean not null,
  at timestamptz not null,
  primary key (enterprise_id, link_id, number),
  foreign key (enterprise_id, link_id) references encap_links on delete cascade
);
select protect_tenant_table('encap_reminders');
create index encap_reminders_by_launch on encap_reminders (enterprise_id, launch_id);
