create view reporting.departments with (security_barrier) as
  select d.department_id, d.name, d.deleted_at is not null as is_deleted from public.departments d;
create view reporting.agents with (security_barrier) as
  select u.user_id as agent_id, u.name, u.state = 2 as is_deactivated, u.handles_chats from users u;
create view reporting.channels with (security_barrier) as
  select c.channel_id, c.name, c.type, c.vendor, c.environment = 'sandbox' as is_sandbox, c.state, c.dept_id as department_id,
    c.deleted_at is not null as is_deleted
  from public.channels c;
create view reporting.labels with (security_barrier) as
  select l.label_id, l.name, l.dept_id as department_id, l.is_active from public.chat_labels l;
create view reporting.bots with (security_barrier) as
  select b.bot_id, b.name, b.type, b.deleted_at is not null as is_deleted from public.bots b;
create view reporting.streams with (security_barrier) as
  select j.journey_id as stream_id, j.name, j.state, j.deleted_at is not null as is_deleted from journeys j;
