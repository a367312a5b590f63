-- Asked before anybody has signed in.
create or replace function find_invitation(wanted bytea) returns table (enterprise_id uuid, invitation_id uuid) language sql stable security definer
set search_path = public as $$
  select i.enterprise_id, i.invitation_id from invitations i where i.token_hash = wanted
$$;
