-- What people answer to a message of an iteration: a text, or a button of it that they press. Each message of theirs once, to the latest
-- message that had reached them.
create table activity_responses (
  enterprise_id uuid not null references enterprises,
  activity_id uuid not null,
  -- Its order is the time at which it was read
  response_id uuid not null,
  -- Of the ledger: what is answered
  message_id uuid not null,
  customer_id uuid,
  channel_id uuid not null,
  -- '' once the person is erased
  address text not null,
  -- The vendor's id of what came in; '' once the person is erased
  message_key text not null,
  kind text not null check (kind in ('reply', 'press')),
  -- Of a press: the words on the button, and what it carries
  button text not null default '',
  payload text not null default '',
  body text not null default '',
  at timestamptz not null,
  primary key (enterprise_id, activity_id, response_id),
  foreign key (enterprise_id, activity_id) references activities (enterprise_id, activity_id) on delete cascade,
  constraint activity_responses_pressed check (kind = 'press' or (button = '' and payload = ''))
);
select protect_tenant_table('activity_responses');
create unique index activity_responses_once on activity_responses (enterprise_id, address, channel_id, message_key) where message_key <> '';
create index activity_responses_by_message on activity_responses (enterprise_id, message_id);

-- Whether anybody can respond to anything is asked for each message that comes in.
create index activities_by_start on activities (enterprise_id, started_at) where started_at is not null;

-- A plan says from now on what is watched after its messages; those that are there have the defaults.
update campaigns set plan = plan || '{"tracking": {"links": false, "replyHours": 72}}' where not plan ? 'tracking';
update activities set plan = plan || '{"tracking": {"links": false, "replyHours": 72}}' where not plan ? 'tracking';
