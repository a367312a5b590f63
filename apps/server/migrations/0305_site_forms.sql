-- What a website asks before a chat, and when; a website without a row never asks.
create table site_forms (
  enterprise_id uuid not null,
  channel_id uuid not null,
  asked text not null check (asked in ('never', 'always', 'closed', 'unknown')),
  fields jsonb not null,
  consent text not null default '',
  consents jsonb not null default '{}',
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (enterprise_id, channel_id),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
);
select protect_tenant_table('site_forms');
