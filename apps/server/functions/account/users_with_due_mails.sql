create or replace function users_with_due_mails(at timestamptz, most integer) returns table (enterprise_id uuid, user_id uuid)
language sql stable security definer set search_path = public as $$
  select m.enterprise_id, m.user_id from notification_mails m where m.sent_at is null and m.due_at <= at
  group by 1, 2 order by min(m.due_at) limit most
$$;
