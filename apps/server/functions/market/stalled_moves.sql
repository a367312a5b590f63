create or replace function stalled_moves() returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct m.enterprise_id from moves m
   where m.phase in ('reading', 'planning', 'running', 'undoing', 'discarding') and (m.next_at is null or m.next_at <= now())
     and m.created_at < now() - interval '5 seconds'
     and not is_leased(m.enterprise_id, 'move', m.move_id) limit 100 $$;
