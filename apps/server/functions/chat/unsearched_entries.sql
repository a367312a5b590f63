-- Messages of a stretch of time whose words the search lacks, of all enterprises.
create or replace function unsearched_entries(since timestamptz, until timestamptz, at_most integer)
returns table (enterprise_id uuid, chat_id uuid, number integer, acted_on timestamptz)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.chat_id, a.number, a.acted_on from chat_actions a
  where a.acted_on >= since and a.acted_on <= until and a.action_type in (0, 1, 3) and a.author_kind <> 'system' and a.message <> ''
    and not exists (select from chat_search s where s.enterprise_id = a.enterprise_id and s.chat_id = a.chat_id and s.number = a.number
      and s.acted_on = a.acted_on)
  limit at_most
$$;
revoke execute on function unsearched_entries(timestamptz, timestamptz, integer) from public;
grant execute on function unsearched_entries(timestamptz, timestamptz, integer) to parley_app;
