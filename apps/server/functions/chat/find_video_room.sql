-- For a link that proves itself and carries no enterprise.
create or replace function find_video_room(wanted bytea) returns table (enterprise_id uuid, room_id uuid, chat_id uuid) language sql stable
security definer set search_path = public as $$
  select r.enterprise_id, r.room_id, r.chat_id from video_rooms r where r.code_hash = wanted and r.state <> 'ENDED'
$$;
revoke execute on function find_video_room(bytea) from public;
grant execute on function find_video_room(bytea) to parley_app;
