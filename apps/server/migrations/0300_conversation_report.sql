-- The report of a bot's conversations: what it reads beside the rest of a turn. Turns of before have none of it but their day, which is filled in by steps.
alter table bot_turns
  -- The training phrase of its intent that is nearest to the message
  add column utterance text not null default '',
  -- Intents that came next: {intentId, intent, confidence, utterance}, at most five
  add column other_intents jsonb not null default '[]',
  add column channel_id uuid,
  add column is_sandbox boolean not null default false,
  -- Day by the clocks of the enterprise when it was asked. Null: a message of Try it, or one of before
  add column local_day date;
create index bot_turns_reported on bot_turns (enterprise_id, bot_id, is_sandbox, asked_at desc, turn_id desc) where origin = 'CHAT';
create index bot_turns_weak on bot_turns (enterprise_id, bot_id, is_sandbox, asked_at desc, turn_id desc) where origin = 'CHAT' and not is_in_scope;
create index bot_turns_undated on bot_turns (enterprise_id, bot_id) where origin = 'CHAT' and local_day is null;

-- Counts of whole days of a grain's facts, by what they are counted of. What is later than the day of `measure_through` is counted from the facts.
create table measure_days (
  enterprise_id uuid not null references enterprises,
  grain text not null,
  item uuid not null,
  is_sandbox boolean not null,
  measure text not null,
  day date not null,
  -- Key within the measure, such as an intent's id
  sub text not null default '',
  -- Days since the subjects were counted before; 0: never, or the measure counts no subjects
  gap integer not null default 0,
  count bigint not null,
  primary key (enterprise_id, grain, item, is_sandbox, measure, day, sub, gap)
);
select protect_tenant_table('measure_days');

create table measure_through (
  enterprise_id uuid not null references enterprises,
  grain text not null,
  item uuid not null,
  through_day date not null,
  primary key (enterprise_id, grain, item)
);
select protect_tenant_table('measure_through');
