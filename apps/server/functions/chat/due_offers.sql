create or replace function due_offers(at_most integer) returns table (enterprise_id uuid, offer_id uuid, chat_id uuid)
language sql stable security definer set search_path = public as
$$ select o.enterprise_id, o.offer_id, o.chat_id from chat_offers o where o.state = 'waiting' and o.expires_at <= now() order by o.expires_at limit at_most $$;
