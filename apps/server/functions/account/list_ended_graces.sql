-- Enterprises in which a second factor became required since `since`: whoever has none loses the open sockets.
create or replace function list_ended_graces(since timestamptz, at timestamptz) returns setof uuid
language sql stable security definer set search_path = public as $$
  select enterprise_id from enterprise_security where require_two_factor and grace_until > since and grace_until <= at
$$;
