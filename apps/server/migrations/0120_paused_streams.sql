-- What has paused a stream by itself: the template that it cannot send by any more, its name, and why; null: somebody has paused it, or nobody.
alter table journeys add column paused_by jsonb;
