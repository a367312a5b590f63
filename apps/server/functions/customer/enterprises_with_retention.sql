create or replace function enterprises_with_retention() returns table (enterprise_id uuid) language sql stable security definer set search_path = public as
$$ select s.enterprise_id from privacy_settings s where s.chats_days is not null or s.media_days is not null or s.logs_days is not null
   union select c.enterprise_id from retention_changes c where c.state = 'waiting'
   -- Copies that are a week old, and bytes of files that have gone
   union select p.enterprise_id from person_copies p where p.requested_at < now() - interval '7 days'
   union select d.enterprise_id from doomed_contents d $$;
