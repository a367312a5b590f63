-- Enterprises that have files whose time is over.
create or replace function enterprises_with_ended_exports(at timestamptz) returns table (enterprise_id uuid)
language sql stable security definer set search_path = public as
$$ select distinct e.enterprise_id from exports e where e.file_id is not null and e.expires_at <= at limit 100 $$;
