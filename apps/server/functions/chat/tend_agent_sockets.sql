create or replace function tend_agent_sockets() returns void language sql security definer set search_path = public as $$
  delete from agent_sockets where seen_until < now() - interval '1 hour'
$$;
