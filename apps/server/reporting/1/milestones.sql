create view reporting.milestones with (security_barrier) as
  select m.instance_id as walk_id, m.milestone_id, m.journey_id as stream_id, m.version as stream_version, m.at as reached_at
  from journey_milestones m;
