-- Embeddings that wait without a lease, and those whose time to be tried again has come
create or replace function due_embeddings() returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select e.enterprise_id, e.bot_id from knowledge_embeddings e
   where (e.state = 'RUNNING' or e.state = 'WAITING' and e.requested_at < now() - interval '10 seconds' or e.state = 'FAILED' and e.retry_at <= now())
     and not is_leased(e.enterprise_id, 'embedding', e.bot_id) limit 100 $$;
