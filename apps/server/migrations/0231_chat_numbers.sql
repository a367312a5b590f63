-- Numbers of chats that people can say. They are given out of blocks of a hundred: whoever begins a chat takes the next number of a block that
-- nobody else has a lock on, or opens the next block, and so waits for nobody. A transaction that is rolled back gives its number back.
create table chat_numbers (
  enterprise_id uuid not null,
  -- Its numbers are block_no * 100 + 1 to block_no * 100 + 100
  block_no integer not null check (block_no > 0),
  given smallint not null check (given between 0 and 100),
  primary key (enterprise_id, block_no)
) with (fillfactor = 50);
select protect_tenant_table('chat_numbers');
create index chat_numbers_left on chat_numbers (enterprise_id, block_no) where given < 100;

create function take_chat_number(enterprise uuid) returns bigint language plpgsql set search_path = public as $$
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

-- Null: it had ended before there were numbers
alter table chats add column chat_no bigint;
create unique index chats_by_no on chats (enterprise_id, chat_no);
update chats set chat_no = take_chat_number(enterprise_id) where state not in (3, 4);
