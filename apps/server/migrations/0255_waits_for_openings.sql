-- The calendar whose opening a walk waits for: a save of it finds its waits here. Null: the walk waits for something else.
alter table journey_waits add column calendar_id uuid;
create index journey_waits_by_calendar on journey_waits (enterprise_id, calendar_id, instance_id) where calendar_id is not null;
