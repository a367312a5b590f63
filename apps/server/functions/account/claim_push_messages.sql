-- Claims what is due, of browsers whose session is still open; what is too late, or whose session is over, goes.
create or replace function claim_push_messages(at timestamptz, most integer, held interval) returns table (
  enterprise_id uuid, push_id uuid, token_hash bytea, token text, kind text, cause text, path text, count integer, attempts smallint,
  expires_at timestamptz
) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  delete from push_messages m where m.due_at <= at and (m.expires_at <= at or not exists (
    select from push_devices d, find_session_by_id(d.enterprise_id, d.session_id) f
    where d.enterprise_id = m.enterprise_id and d.token_hash = m.token_hash));
  return query
    with due as (
      select m.enterprise_id, m.push_id from push_messages m
      where m.due_at <= at and (m.claimed_until is null or m.claimed_until <= at)
      order by m.due_at limit most for update skip locked
    ), claimed as (
      update push_messages m set claimed_until = at + held from due
      where m.enterprise_id = due.enterprise_id and m.push_id = due.push_id returning m.*
    )
    select c.enterprise_id, c.push_id, c.token_hash, d.token, c.kind, c.cause, c.path, c.count, c.attempts, c.expires_at
    from claimed c join push_devices d on d.enterprise_id = c.enterprise_id and d.token_hash = c.token_hash;
end $$;
