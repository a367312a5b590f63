create or replace function lost_hand_overs() returns table (enterprise_id uuid, channel_id uuid, wire_id uuid)
language sql stable security definer set search_path = public as $$
  select w.enterprise_id, w.channel_id, w.wire_id from send_wire w
  where not exists (
    select from leases l
    where l.enterprise_id = '00000000-0000-0000-0000-000000000000' and l.work = 'sending' and l.work_id = w.worker_id and l.held_until > now())
  limit 1000
$$;
