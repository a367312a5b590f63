-- The next number of a chat: of a block that nobody else has a lock on, or of a new one, so that nobody waits. A rollback gives it back.
create or replace function take_chat_number(enterprise uuid) returns bigint language plpgsql set search_path = public as $$
declare
  block integer;
  taken integer;
begin
  select n.block_no into block from chat_numbers n
    where n.enterprise_id = enterprise and n.given < 100 order by n.block_no limit 1 for update skip locked;
  if found then
    update chat_numbers n set given = n.given + 1 where n.enterprise_id = enterprise and n.block_no = block returning n.given into taken;
    return block::bigint * 100 + taken;
  end if;
  select coalesce(max(n.block_no), 0) into block from chat_numbers n where n.enterprise_id = enterprise;
  loop
    block := block + 1;
    -- Blocks that others are opening at this moment are not seen yet.
    if pg_try_advisory_xact_lock(hashtextextended('chat_numbers ' || enterprise || ' ' || block, 0)) then
      insert into chat_numbers (enterprise_id, block_no, given) values (enterprise, block, 1) on conflict do nothing;
      if found then
        return block::bigint * 100 + 1;
      end if;
    end if;
  end loop;
end $$;
