-- How long streams keep what happened (journeys.md 2): turns 90 days, walks 400; a month of walks goes when none of it lives. Counts and
-- milestones stay. A month goes as a table, which costs the same for ten rows as for ten million.
create function drop_months(target regclass, before timestamptz) returns integer language plpgsql as $$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.oid::regclass as name, to_date(right(c.relname, 6), 'YYYYMM')::timestamp at time zone 'UTC' + interval '1 month' as ended
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = target and c.relname ~ '_[0-9]{6}$'
  loop
    if part.ended <= before then
      execute format('drop table %s', part.name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

create function forget_journeys(at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  turns_before timestamptz := at - interval '90 days';
  -- Nothing that began before the oldest walk that lives is let go with its month
  walks_before timestamptz := least(at - interval '400 days', (select min(started_at) from journey_live));
begin
  -- Whoever writes turns does not wait for long behind this: it comes again tomorrow.
  set local lock_timeout = '3s';
  perform drop_months('journey_turns', turns_before);
  delete from journey_turns_default t where t.at < turns_before;
  if drop_months('journey_instances', walks_before) > 0 then
    -- The id of a walk begins with the millisecond of its start.
    delete from journey_sends where instance_id < (lpad(to_hex((extract(epoch from date_trunc('month', walks_before, 'UTC')) * 1000)::bigint), 12, '0')
      || repeat('0', 20))::uuid;
  end if;
  delete from journey_instances_default i where i.started_at < walks_before;
exception when lock_not_available then
  null;
end $$;
revoke execute on function forget_journeys(timestamptz), drop_months(regclass, timestamptz) from public;
grant execute on function forget_journeys(timestamptz) to parley_app;
