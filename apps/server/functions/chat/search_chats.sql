-- A page of the search over messages, newest first. Row-level security keeps the operator of words from its index, so the function enters the
-- enterprise by itself. It goes month by month from the newest; each is planned anew, since statistics of the month decide between the index of
-- words and walking time. It stops at a full page, or after 300 ms at the end of a month, and the last row says up to when it has looked.
-- own: the chats that the caller may always read; departments: the departments whose chats they read; null: all chats.
create or replace function search_chats(query tsquery, before timestamptz, before_chat uuid, before_number integer, most integer,
  own uuid[], departments uuid[], is_all boolean)
returns table (chat_id uuid, number integer, acted_on timestamptz, looked_to timestamptz)
language plpgsql stable rows 20 security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  enterprise uuid := current_enterprise_id();
  began timestamptz := clock_timestamp();
  oldest timestamptz;
  from_time timestamptz;
  to_time timestamptz := before;
  found_now integer;
  found_all integer := 0;
  statement text := 'select s.chat_id, s.number, s.acted_on, null::timestamptz from chat_search s';
begin
  select min(s.acted_on) into oldest from chat_search s where s.enterprise_id = enterprise;
  if oldest is null then return; end if;
  if not is_all and departments is not null then
    statement := statement || ' join chats c on c.enterprise_id = s.enterprise_id and c.chat_id = s.chat_id';
  end if;
  statement := statement || ' where s.enterprise_id = $1 and s.words @@ $2 and s.acted_on >= $3 and s.acted_on <= $4
    and (s.acted_on, s.chat_id, s.number) < ($5, $6, $7)';
  if not is_all and departments is null then
    statement := statement || ' and s.chat_id = any($9)';
  elsif not is_all then
    statement := statement || ' and (c.dept_id is null or c.dept_id = any($10) or s.chat_id = any($9))';
  end if;
  statement := statement || ' order by s.acted_on desc, s.chat_id desc, s.number desc limit $8';
  while to_time >= oldest loop
    from_time := date_trunc('month', to_time at time zone 'UTC') at time zone 'UTC';
    return query execute statement
      using enterprise, query, from_time, to_time, before, before_chat, before_number, most - found_all, own, departments;
    get diagnostics found_now = row_count;
    found_all := found_all + found_now;
    exit when found_all >= most;
    to_time := from_time - interval '1 microsecond';
    exit when clock_timestamp() - began > interval '300 milliseconds';
  end loop;
  if found_all < most and to_time >= oldest then
    return query select null::uuid, null::integer, null::timestamptz, to_time;
  end if;
end $$;
revoke execute on function search_chats(tsquery, timestamptz, uuid, integer, integer, uuid[], uuid[], boolean) from public;
grant execute on function search_chats(tsquery, timestamptz, uuid, integer, integer, uuid[], uuid[], boolean) to parley_app;
