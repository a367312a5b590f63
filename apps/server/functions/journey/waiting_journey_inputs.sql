-- Enterprises with inputs that no turn has read, or whose instances were not woken.
create or replace function waiting_journey_inputs(before timestamptz, most integer)
returns table (enterprise_id uuid, instance_id uuid) language sql stable security definer set search_path = public as $$
  select distinct i.enterprise_id, i.instance_id from (
    select i.enterprise_id, i.instance_id from journey_inputs i where not i.is_kept and i.at < before order by i.at limit most) i
$$;
