-- A lease is one worker's right to a piece of work until a time. A worker renews its leases while it works and gives them back at the end;
-- a worker that was killed does neither, and when the time is over another worker may take the work. All times are those of the database,
-- since the clocks of workers differ.
create table leases (
  -- The nil UUID for work of the installation itself, such as the sending of one worker
  enterprise_id uuid not null,
  work text not null,
  work_id uuid not null,
  holder_id uuid not null,
  held_until timestamptz not null,
  primary key (enterprise_id, work, work_id)
) with (fillfactor = 50);
select protect_tenant_table('leases');

create function is_leased(enterprise uuid, wanted_work text, wanted_id uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from leases l
    where l.enterprise_id = enterprise and l.work = wanted_work and l.work_id = wanted_id and l.held_until > now())
$$;
-- Leases of workers that were killed and whose work nobody has taken since.
create function delete_lapsed_leases() returns void language sql security definer set search_path = public as
$$ delete from leases where held_until < now() - interval '1 day' $$;

-- Work that no worker holds and whose job may be lost; the worker that finds it asks for the job again.
create or replace function stalled_trainings() returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select t.enterprise_id, t.bot_id from bot_trainings t
   where (t.phase = 'RUNNING' or t.phase = 'QUEUED' and t.started_at < now() - interval '10 seconds')
     and not is_leased(t.enterprise_id, 'training', t.training_id) limit 100 $$;
create or replace function stalled_imports() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct i.enterprise_id from csv_imports i
   where i.phase in ('queued', 'running', 'undoing') and i.submitted_at < now() - interval '10 seconds'
     and not is_leased(i.enterprise_id, 'import', i.import_id) limit 100 $$;
create or replace function due_sources() returns table (enterprise_id uuid, source_id uuid)
language sql stable security definer set search_path = public as
$$ select s.enterprise_id, s.source_id from knowledge_sources s
   where (s.status = 'READING' or s.status = 'PENDING' and s.created_at < now() - interval '10 seconds')
     and not is_leased(s.enterprise_id, 'source', s.source_id)
   union
   select s.enterprise_id, s.source_id from knowledge_sources s where s.next_read_at <= now() limit 100 $$;
create or replace function stalled_bulk_jobs() returns table (enterprise_id uuid, bulk_id uuid)
language sql stable security definer set search_path = public as
$$ select b.enterprise_id, b.bulk_id from customer_bulk_jobs b
   where b.state in ('waiting', 'running') and b.created_at < now() - interval '15 seconds'
     and not is_leased(b.enterprise_id, 'bulk', b.bulk_id) limit 100 $$;
drop function lost_hand_overs(double precision);
create function lost_hand_overs() returns table (enterprise_id uuid, channel_id uuid, message_id uuid, created_at timestamptz, worker_id uuid)
language sql stable security definer set search_path = public as $$
  select q.enterprise_id, q.channel_id, q.message_id, q.created_at, q.worker_id from send_queue q
  where q.worker_id is not null
    and not exists (
      select from leases l
      where l.enterprise_id = '00000000-0000-0000-0000-000000000000' and l.work = 'sending' and l.work_id = q.worker_id and l.held_until > now())
  limit 5000
$$;

create or replace function tend_messages() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('chat_actions', 3);
  perform ensure_month_partitions('messages', 3);
  perform ensure_month_partitions('message_events', 3);
  perform ensure_month_partitions('raw_events', 3);
  delete from message_keys where created_at < now() - interval '14 days';
end $$;

-- What each of them had of its own; the indexes of these columns go with them.
drop function worker_lives(uuid);
drop function worker_left(uuid);
drop table sending_workers;
alter table bot_trainings drop column runner_id, drop column runner_until;
create index bot_trainings_unfinished on bot_trainings (started_at) where phase in ('QUEUED', 'RUNNING');
alter table csv_imports drop column runner_id, drop column runner_until;
alter table knowledge_sources drop column reader_until;
create index knowledge_sources_unread on knowledge_sources (created_at) where status in ('PENDING', 'READING');
alter table customer_bulk_jobs drop column worked_on_at;
create index customer_bulk_jobs_unfinished on customer_bulk_jobs (created_at) where state in ('waiting', 'running');
