-- Says that the day on which a chat counts is over by the clocks of its enterprise. Facts that older chats are given change nothing late.
create or replace function is_late_for(enterprise uuid, counts_on date) returns boolean language sql stable set search_path = public as
$$ select (now() at time zone e.time_zone)::date > counts_on and current_setting('parley.fills_facts', true) is distinct from 'on'
  from enterprises e where e.enterprise_id = enterprise $$;
