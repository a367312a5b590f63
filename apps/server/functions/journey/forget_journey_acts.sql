create or replace function forget_journey_acts() returns void language sql security definer set search_path = public as $$
  delete from journey_acts where created_at < now() - interval '90 days'
$$;
