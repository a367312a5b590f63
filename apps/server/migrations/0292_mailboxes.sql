-- Mailboxes of e-mail channels, read by IMAP: at most one a channel.
create table mailboxes (
  enterprise_id uuid not null,
  channel_id uuid not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  login text not null check (login in ('password', 'oauth')),
  username text not null,
  token_url text not null default '',
  client_id text not null default '',
  -- Password, client secret, refresh token and password of the sending server, as JSON
  sealed_secrets text not null default '',
  folder text not null default 'INBOX',
  -- Further addresses at which it is written to
  aliases text[] not null default '{}',
  -- The name by which the receiving server signs its Authentication-Results; '': the host's domain
  authserv_id text not null default '',
  smtp_host text not null default '',
  smtp_port integer not null default 0,
  smtp_security text not null default '' check (smtp_security in ('', 'tls', 'starttls', 'none')),
  smtp_same_login boolean not null default true,
  smtp_username text not null default '',
  state text not null check (state in ('OFF', 'CONNECTING', 'ON', 'FAILING')),
  last_error text not null default '',
  -- Since when every try has failed; null: the last one has not
  failing_since timestamptz,
  -- The administrators were told of the failure that lasts
  is_told boolean not null default false,
  last_read_at timestamptz,
  -- Somebody wants it to be read now
  asked_at timestamptz,
  uid_validity bigint,
  last_uid bigint not null default 0,
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (enterprise_id, channel_id),
  foreign key (enterprise_id, channel_id) references channels on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('mailboxes');

-- Mails that were taken from a mailbox: neither a number of the server nor a message is taken twice.
create table mailbox_mails (
  enterprise_id uuid not null,
  channel_id uuid not null,
  uid_validity bigint not null,
  uid bigint not null,
  -- Hash of the Message-ID, or of header and body where there is none
  message_key bytea not null,
  taken_at timestamptz not null,
  primary key (enterprise_id, channel_id, uid_validity, uid),
  unique (enterprise_id, channel_id, message_key),
  foreign key (enterprise_id, channel_id) references mailboxes on delete cascade
);
select protect_tenant_table('mailbox_mails');
create index mailbox_mails_by_time on mailbox_mails (taken_at);

-- Chats of a website that are continued by mail: a mail of this address that answers one of ours joins the chat.
create table mail_routes (
  enterprise_id uuid not null,
  chat_id uuid not null,
  -- In lower case
  address text not null check (address <> ''),
  -- The e-mail channel by which our mails go
  channel_id uuid not null,
  created_at timestamptz not null,
  primary key (enterprise_id, chat_id, address),
  foreign key (enterprise_id, chat_id) references chats on delete cascade,
  foreign key (enterprise_id, channel_id) references channels on delete cascade
);
select protect_tenant_table('mail_routes');

-- Mails whose words entries of chats hold: by their Message-IDs an answer finds its chat.
create table chat_mails (
  enterprise_id uuid not null,
  chat_id uuid not null,
  number integer not null,
  channel_id uuid not null,
  -- Without angle brackets
  message_id text not null,
  -- The cleaned page; '': it has none
  page text not null default '',
  created_at timestamptz not null,
  primary key (enterprise_id, chat_id, number),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
);
select protect_tenant_table('chat_mails');
create index chat_mails_by_message on chat_mails (enterprise_id, message_id);
