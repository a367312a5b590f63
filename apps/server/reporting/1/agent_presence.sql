create view reporting.agent_presence with (security_barrier) as
  select p.user_id as agent_id, p.started_at, p.ended_at, p.status, p.status_kind_id, k.name as status_name
  from public.agent_presence p
    left join public.agent_status_kinds k on k.enterprise_id = p.enterprise_id and k.status_id = p.status_kind_id;
