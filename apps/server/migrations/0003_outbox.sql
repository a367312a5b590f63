-- Events are written with the change that they tell of, sent after commit, and deleted then. What a crash left behind is sent by
-- whichever process finds it first.
create table outbox (
  event_id bigint generated always as identity primary key,
  enterprise_id uuid not null,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
alter table outbox enable row level security;
create policy tenant on outbox for insert to parley_app with check (enterprise_id = (select current_enterprise_id()));
create policy tenant_read on outbox for select to parley_app using (enterprise_id = (select current_enterprise_id()));
grant insert, select on outbox to parley_app;

create function take_stale_events(older_than interval, at_most integer) returns table (enterprise_id uuid, name text, data jsonb)
language sql volatile security definer set search_path = public as $$
  delete from outbox where event_id = any (array(
    select event_id from outbox where created_at < now() - older_than order by event_id limit at_most for update skip locked))
  returning outbox.enterprise_id, outbox.name, outbox.data
$$;

create function delete_sent_events(sent bigint[]) returns void language sql volatile security definer set search_path = public as
$$ delete from outbox where event_id = any (sent) $$;
