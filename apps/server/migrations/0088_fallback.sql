-- Whom the first message of an iteration does not reach may get another one over another channel: a run of its own, whose audience grows
-- while the first one runs.
alter table send_runs
  -- More people may come to its audience: it is not done when nobody waits
  add column is_open boolean not null default false;

create or replace function unfinished_runs() returns table (enterprise_id uuid, run_id uuid, source text, state text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source, r.state from send_runs r
  where r.state = 'cancelling' or (r.state = 'scheduled' and r.starts_at <= now())
    or (r.state = 'sending' and not r.is_paused and not r.is_open)
    or (r.state = 'freezing' and not r.is_paused and not is_leased(r.enterprise_id, 'freeze', r.run_id))
$$;

alter table activities
  add column fallback_channel_id uuid generated always as (nullif(plan #>> '{fallback,channelId}', '')::uuid) stored,
  add column fallback_template_id uuid generated always as (nullif(plan #>> '{fallback,message,template,templateUId}', '')::uuid) stored,
  -- Its run; null: it has none
  add column fallback_run_id uuid,
  -- Up to which hand-overs of the first run have been looked at
  add column fallback_swept_to timestamptz,
  -- The first run has ended: until then what it has handed over may still be told as delivered or failed
  add column fallback_until timestamptz,
  -- Nobody comes to it any more
  add column fallback_closed_at timestamptz;
create unique index activities_by_fallback on activities (enterprise_id, fallback_run_id) where fallback_run_id is not null;

-- Messages of first runs that did not reach, each once: their people are the audience of the fallback.
create table activity_fallbacks (
  enterprise_id uuid not null references enterprises,
  activity_id uuid not null,
  -- Of the ledger: the message that did not reach, and its place in the first run
  message_id uuid not null,
  number integer not null,
  created_at timestamptz not null,
  -- Its place in the fallback's run; null: it has no row there yet
  place integer check (place > 0),
  primary key (enterprise_id, activity_id, message_id),
  foreign key (enterprise_id, activity_id) references activities (enterprise_id, activity_id) on delete cascade
);
select protect_tenant_table('activity_fallbacks');
create index activity_fallbacks_waiting on activity_fallbacks (enterprise_id, activity_id, number) where place is null;
create unique index activity_fallbacks_by_place on activity_fallbacks (enterprise_id, activity_id, place) where place is not null;

-- What was handed over so many hours ago, of however many.
create index message_handovers_by_time on message_handovers using brin (at) with (autosummarize = on);

create or replace function due_activities(at timestamptz, most integer) returns table (enterprise_id uuid, activity_id uuid)
language sql stable security definer set search_path = public as $$
  (select a.enterprise_id, a.activity_id from activities a
   where a.due_at <= at and a.deleted_at is null order by a.due_at limit most)
  union
  (select a.enterprise_id, a.activity_id from activities a
   join send_runs r on r.enterprise_id = a.enterprise_id and r.run_id in (a.activity_id, a.fallback_run_id)
     and r.is_paused and r.pause_reason = 'NO_BALANCE'
   where a.state = 2 and a.completed_at is null and not a.is_pause_told and a.deleted_at is null limit most)
$$;

update campaigns set plan = plan || '{"fallback": null}' where not plan ? 'fallback';
update activities set plan = plan || '{"fallback": null}' where not plan ? 'fallback';
