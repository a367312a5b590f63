create or replace function trails_to_tend(today date) returns table (enterprise_id uuid) language sql stable security definer set search_path = public as $$
  select s.enterprise_id from audit_settings s
  where s.kept_days is not null or (s.checkpoint_emails <> '{}'
    and not exists (select from audit_checkpoints c where c.enterprise_id = s.enterprise_id and c.day = today))
$$;
