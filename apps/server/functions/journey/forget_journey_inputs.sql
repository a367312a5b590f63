create or replace function forget_journey_inputs() returns void language sql security definer set search_path = public as $$
  delete from journey_past_inputs where at < now() - interval '7 days'
$$;
