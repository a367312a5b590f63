create or replace function due_journey_schedules(at timestamptz, most integer)
returns table (enterprise_id uuid, entry_id uuid) language sql stable security definer set search_path = public as $$
  select e.enterprise_id, e.entry_id from journey_entries e where e.next_at <= at order by e.next_at limit most
$$;
