-- What the calendar asks for beside started iterations: those that wait for their time, or for somebody to start them.
create index activities_waiting on activities (enterprise_id, starts_at) where started_at is null and deleted_at is null
  and state in (0, 1) and approval in ('Submitted', 'Approved');
-- Campaigns that send now.
create index activities_under_way on activities (enterprise_id, campaign_id) where state = 2 and completed_at is null and deleted_at is null;
