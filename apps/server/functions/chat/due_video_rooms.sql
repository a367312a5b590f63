-- Calls whose end nobody has told yet, whose agent has left the chat, that nobody is in, or that last too long.
create or replace function due_video_rooms(empty_since timestamptz, opened_before timestamptz, most integer)
returns table (enterprise_id uuid, room_id uuid, chat_id uuid) language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.room_id, r.chat_id from video_rooms r
  where not r.is_told and (r.state = 'ENDED' or r.created_at < opened_before
    or exists (select from chat_participants c where c.enterprise_id = r.enterprise_id and c.chat_id = r.chat_id and c.user_id = r.user_id
      and c.kind = 'left')
    or (r.created_at < empty_since
    and not exists (select from video_people p where p.enterprise_id = r.enterprise_id and p.room_id = r.room_id and p.seen_at > empty_since)))
  order by r.created_at limit most
$$;
revoke execute on function due_video_rooms(timestamptz, timestamptz, integer) from public;
grant execute on function due_video_rooms(timestamptz, timestamptz, integer) to parley_app;
