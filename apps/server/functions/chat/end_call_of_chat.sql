-- A call ends with its chat, and when the agent who holds it is the owner no more. Before the trigger that counts loads: it sees the weight of now.
create or replace function end_call_of_chat() returns trigger language plpgsql set search_path = public as $$
begin
  update video_rooms r set state = 'ENDED', ended_at = now(), code_hash = null, sealed_code = ''
  where r.enterprise_id = new.enterprise_id and r.chat_id = new.chat_id and r.state <> 'ENDED'
    and (new.state in (3, 4) or r.user_id = old.owner_id);
  if found then
    new.weight := new.weight - old.call_weight;
    new.call_weight := null;
  end if;
  return new;
end $$;
