-- What a process remembers of who is signed in is forgotten in every process as soon as a change to it commits.
create function announce_actors_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('actors_changed', coalesce(old.enterprise_id, new.enterprise_id)::text);
  return null;
end $$;
create trigger actors_changed after delete or update of expires_at, token_hash, user_id on sessions
  for each row execute function announce_actors_changed();
create trigger actors_changed after delete or update of name, email, state on users
  for each row execute function announce_actors_changed();
create trigger actors_changed after insert or delete or update on user_roles
  for each row execute function announce_actors_changed();
create trigger actors_changed after delete or update of permissions, data_scope, masked_fields on roles
  for each row execute function announce_actors_changed();

drop function find_session(bytea);
-- Asked with a call whose answer is not remembered: plpgsql keeps its plan, a function in SQL is planned at each call before PostgreSQL 18.
create function find_session(wanted bytea) returns table (
  enterprise_id uuid, session_id uuid, user_id uuid, kind text, last_seen_at timestamptz, expires_at timestamptz,
  name text, email text, role_codes integer[], own_permissions text[], own_scopes text[], own_masks text[]
) language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  own boolean;
begin
  select s.enterprise_id, s.session_id, s.user_id, s.kind, s.last_seen_at, s.expires_at, u.name, u.email
    into enterprise_id, session_id, user_id, kind, last_seen_at, expires_at, name, email
    from sessions s join users u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
    where s.token_hash = wanted and s.expires_at > now() and u.state = 1;
  if not found then
    return;
  end if;
  select coalesce(array_agg(r.role_code order by r.role_code), '{}'), coalesce(bool_or(r.role_code >= 101), false)
    into role_codes, own
    from user_roles r where r.enterprise_id = find_session.enterprise_id and r.user_id = find_session.user_id;
  own_permissions := '{}';
  own_scopes := '{}';
  own_masks := '{}';
  if own then
    select coalesce(array_agg(distinct p), '{}') into own_permissions
      from roles o, unnest(o.permissions) p where o.enterprise_id = find_session.enterprise_id and o.code = any (role_codes);
    select coalesce(array_agg(o.data_scope), '{}'), coalesce(array_agg(array_to_string(o.masked_fields, ',')), '{}') into own_scopes, own_masks
      from roles o where o.enterprise_id = find_session.enterprise_id and o.code = any (role_codes);
  end if;
  return next;
end $$;
