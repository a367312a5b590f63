-- Bots with days that are over and not counted: a day ends everywhere on earth twelve hours after it ends in UTC, and a message is stored within two more.
create or replace function bots_to_count(most integer) returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select b.enterprise_id, b.bot_id from bots b
     left join measure_through t on t.enterprise_id = b.enterprise_id and t.grain = 'turn' and t.item = b.bot_id
   where coalesce(t.through_day, '-infinity') < (now() at time zone 'UTC' - interval '14 hours')::date - 1 limit most $$;
