-- Video calls in chats. A chat has at most one open call; the chat's lock is taken before rows of the call.
alter table chats
  -- Hundredths that its open call adds to the weight of the chat; null: it has none
  add column call_weight integer;

create table video_rooms (
  enterprise_id uuid not null,
  room_id uuid not null,
  chat_id uuid not null,
  -- The agent who holds it
  user_id uuid not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'LIVE', 'ENDED')),
  consent text not null default 'none' check (consent in ('none', 'asked', 'given', 'refused', 'withdrawn')),
  -- Hash of the code in the customer's link; null behind the end
  code_hash bytea,
  -- The code itself, to send the link again
  sealed_code text not null default '',
  created_at timestamptz not null,
  live_at timestamptz,
  ended_at timestamptz,
  -- Both sides and the chat's record were told of the end
  is_told boolean not null default false,
  primary key (enterprise_id, room_id),
  foreign key (enterprise_id, chat_id) references chats on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('video_rooms');
create unique index video_rooms_open on video_rooms (enterprise_id, chat_id) where state <> 'ENDED';
create unique index video_rooms_by_code on video_rooms (code_hash) where code_hash is not null;
create index video_rooms_by_chat on video_rooms (enterprise_id, chat_id, created_at);
create index video_rooms_by_user on video_rooms (enterprise_id, user_id) where state <> 'ENDED';
create index video_rooms_untold on video_rooms (created_at) where not is_told;

create table video_people (
  enterprise_id uuid not null,
  room_id uuid not null,
  person_id uuid not null,
  kind text not null check (kind in ('agent', 'customer')),
  token_hash bytea not null,
  joined_at timestamptz,
  -- The last sign of the person's browser
  seen_at timestamptz not null,
  left_at timestamptz,
  ending text not null default '' check (ending in ('', 'left', 'ended', 'lost')),
  primary key (enterprise_id, room_id, person_id),
  unique (enterprise_id, room_id, kind),
  foreign key (enterprise_id, room_id) references video_rooms on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('video_people');

create table video_recordings (
  enterprise_id uuid not null,
  recording_id uuid not null,
  room_id uuid not null,
  chat_id uuid not null,
  user_id uuid not null,
  state text not null default 'RECORDING' check (state in ('RECORDING', 'COMPLETE', 'BROKEN')),
  parts integer not null default 0,
  bytes bigint not null default 0,
  ms integer not null default 0,
  started_at timestamptz not null,
  -- The last sign of the browser that records
  seen_at timestamptz not null,
  -- Its parts in one file; null until they are put together
  file_id uuid,
  primary key (enterprise_id, recording_id),
  foreign key (enterprise_id, room_id) references video_rooms on delete cascade,
  foreign key (enterprise_id, file_id) references files on delete set null (file_id)
) with (fillfactor = 70);
select protect_tenant_table('video_recordings');
create index video_recordings_by_chat on video_recordings (enterprise_id, chat_id);
create index video_recordings_by_room on video_recordings (enterprise_id, room_id);
create index video_recordings_by_file on video_recordings (enterprise_id, file_id) where file_id is not null;
create index video_recordings_running on video_recordings (seen_at) where state = 'RECORDING';

-- Parts of recordings that are not put together yet; each is a file.
create table video_parts (
  enterprise_id uuid not null,
  recording_id uuid not null,
  part integer not null,
  file_id uuid not null,
  primary key (enterprise_id, recording_id, part),
  foreign key (enterprise_id, recording_id) references video_recordings on delete cascade,
  foreign key (enterprise_id, file_id) references files on delete cascade
);
select protect_tenant_table('video_parts');
create index video_parts_by_file on video_parts (enterprise_id, file_id);

-- A call ends with its chat, and when the agent who holds it is the owner no more. Before the trigger that counts loads: it sees the weight of now.
create function end_call_of_chat() returns trigger language plpgsql set search_path = public as $$
begin
  update video_rooms r set state = 'ENDED', ended_at = now(), code_hash = null, sealed_code = ''
  where r.enterprise_id = new.enterprise_id and r.chat_id = new.chat_id and r.state <> 'ENDED'
    and (new.state in (3, 4) or r.user_id = old.owner_id);
  if found then
    new.weight := new.weight - old.call_weight;
    new.call_weight := null;
  end if;
  return new;
end $$;
create trigger chat_leaves_call before update on chats
  for each row when (old.call_weight is not null and new.call_weight is not null
    and ((new.state in (3, 4) and old.state not in (3, 4)) or old.owner_id is distinct from new.owner_id))
  execute function end_call_of_chat();

-- A chat whose weight changes while somebody has it counts the new one on the desk.
create trigger calls_count_load after update of weight on chats for each row
  when (old.weight <> new.weight and old.owner_id is not distinct from new.owner_id and old.state in (1, 2) and new.state in (1, 2))
  execute function count_load_of_chat();

-- For a link that proves itself and carries no enterprise.
create function find_video_room(wanted bytea) returns table (enterprise_id uuid, room_id uuid, chat_id uuid) language sql stable
security definer set search_path = public as $$
  select r.enterprise_id, r.room_id, r.chat_id from video_rooms r where r.code_hash = wanted and r.state <> 'ENDED'
$$;
revoke execute on function find_video_room(bytea) from public;
grant execute on function find_video_room(bytea) to parley_app;

-- Calls whose end nobody has told yet, that nobody is in, or that last too long.
create function due_video_rooms(empty_since timestamptz, opened_before timestamptz, most integer)
returns table (enterprise_id uuid, room_id uuid, chat_id uuid) language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.room_id, r.chat_id from video_rooms r
  where not r.is_told and (r.state = 'ENDED' or r.created_at < opened_before or (r.created_at < empty_since
    and not exists (select from video_people p where p.enterprise_id = r.enterprise_id and p.room_id = r.room_id and p.seen_at > empty_since)))
  order by r.created_at limit most
$$;
revoke execute on function due_video_rooms(timestamptz, timestamptz, integer) from public;
grant execute on function due_video_rooms(timestamptz, timestamptz, integer) to parley_app;

-- Recordings whose browser has fallen silent.
create function silent_recordings(silent_since timestamptz, most integer)
returns table (enterprise_id uuid, recording_id uuid) language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.recording_id from video_recordings r where r.state = 'RECORDING' and r.seen_at < silent_since
  order by r.seen_at limit most
$$;
revoke execute on function silent_recordings(timestamptz, integer) from public;
grant execute on function silent_recordings(timestamptz, integer) to parley_app;
