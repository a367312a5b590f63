-- A frame of the designer is of a stream or of a form.
alter table designer_accesses alter column journey_id drop not null;
alter table designer_accesses add column form_id uuid;
alter table designer_accesses add constraint designer_accesses_of_one_document check (num_nonnulls(journey_id, form_id) = 1);

drop function find_designer_access(bytea, timestamptz);
-- Whose access it is: asked before the enterprise is known.
create function find_designer_access(hash bytea, at timestamptz)
returns table (enterprise_id uuid, user_id uuid, session_id uuid, journey_id uuid, form_id uuid)
language sql stable security definer set search_path = public as $$
  select a.enterprise_id, a.user_id, a.session_id, a.journey_id, a.form_id from designer_accesses a where a.access_hash = hash and a.expires_at > at
$$;
revoke execute on function find_designer_access(bytea, timestamptz) from public;
grant execute on function find_designer_access(bytea, timestamptz) to parley_app;
