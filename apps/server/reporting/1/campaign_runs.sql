create view reporting.campaign_runs with (security_barrier) as
  select a.activity_id as run_id, a.campaign_id, c.name as campaign_name, a.number, a.name as run_name, a.channel_id, a.template_id, a.approval,
    a.state, a.created_at, a.starts_at, a.ends_at, a.started_at, a.completed_at, a.fallback_channel_id, a.fallback_run_id
  from activities a join campaigns c on c.enterprise_id = a.enterprise_id and c.campaign_id = a.campaign_id
  where a.deleted_at is null and c.deleted_at is null;
