-- By which channel a walk goes on, so that what falls due of an enterprise is added up by hour and channel from one index.
alter table journey_waits add column channel_id uuid;
update journey_waits w set channel_id = l.channel_id from journey_live l
  where l.enterprise_id = w.enterprise_id and l.instance_id = w.instance_id;
-- Nobody is there any more who would wait.
delete from journey_waits where channel_id is null;
alter table journey_waits alter column channel_id set not null;
create index journey_waits_coming on journey_waits (enterprise_id, due_at) include (channel_id, journey_id, kind)
  where due_at is not null and not is_held;
