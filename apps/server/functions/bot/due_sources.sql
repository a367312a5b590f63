-- Sources that nobody reads although they wait to be read, and those whose time to be read again has come.
create or replace function due_sources() returns table (enterprise_id uuid, source_id uuid)
language sql stable security definer set search_path = public as
$$ select s.enterprise_id, s.source_id from knowledge_sources s
   where (s.status = 'READING' or s.status = 'PENDING' and s.created_at < now() - interval '10 seconds')
     and not is_leased(s.enterprise_id, 'source', s.source_id)
   union
   select s.enterprise_id, s.source_id from knowledge_sources s where s.next_read_at <= now() limit 100 $$;
