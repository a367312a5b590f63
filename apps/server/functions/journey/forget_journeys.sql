create or replace function forget_journeys(at timestamptz) returns void language plpgsql security definer set search_path = public as $$
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
