-- Things that agents can do, each at a level, and that chats ask for when they begin to wait.
create table skills (
  enterprise_id uuid not null references enterprises,
  skill_id uuid not null,
  name text not null check (name <> '' and length(name) <= 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, skill_id)
);
select protect_tenant_table('skills');
create unique index skills_by_name on skills (enterprise_id, lower(name));

create table agent_skills (
  enterprise_id uuid not null,
  user_id uuid not null,
  skill_id uuid not null,
  level smallint not null check (level between 1 and 5),
  primary key (enterprise_id, user_id, skill_id),
  foreign key (enterprise_id, user_id) references users on delete cascade,
  foreign key (enterprise_id, skill_id) references skills on delete cascade
);
select protect_tenant_table('agent_skills');
create index agent_skills_by_skill on agent_skills (enterprise_id, skill_id);

create table skill_needs (
  enterprise_id uuid not null,
  need_id bigint generated always as identity,
  skill_id uuid not null,
  -- Null: of all departments that have no line of their own for the skill, and of none
  dept_id uuid,
  level smallint not null check (level between 1 and 5),
  -- Seconds of its wait for which a chat asks for it
  seconds integer not null check (seconds between 1 and 3600),
  primary key (enterprise_id, need_id),
  foreign key (enterprise_id, skill_id) references skills on delete cascade,
  foreign key (enterprise_id, dept_id) references departments on delete cascade
);
select protect_tenant_table('skill_needs');
create unique index skill_needs_by_department on skill_needs (enterprise_id, dept_id, skill_id) nulls not distinct;
create index skill_needs_by_skill on skill_needs (enterprise_id, skill_id);
