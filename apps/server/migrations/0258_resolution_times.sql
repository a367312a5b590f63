-- Seconds from the pickup to the end of a chat, as for its replies; 0: it does not become amber, red or due.
alter table clock_policies
  add column resolution_amber_seconds integer not null default 0,
  add column resolution_red_seconds integer not null default 0,
  add column resolution_act_seconds integer not null default 0;
