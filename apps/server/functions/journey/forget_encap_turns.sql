-- Turns of walks on pages are kept as long as the logger of their encap says, behind the end of the walk. Those that ended before a week earlier are gone.
create or replace function forget_encap_turns(at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from journey_turns t using encap_links l join encaps e on e.enterprise_id = l.enterprise_id and e.journey_id = l.journey_id
  where l.instance_id is not null and l.ended_at < at - make_interval(days => (e.logger ->> 'days')::integer)
    and l.ended_at > at - make_interval(days => (e.logger ->> 'days')::integer + 7)
    and t.enterprise_id = l.enterprise_id and t.instance_id = l.instance_id
$$;
revoke execute on function forget_encap_turns(timestamptz) from public;
grant execute on function forget_encap_turns(timestamptz) to parley_app;
