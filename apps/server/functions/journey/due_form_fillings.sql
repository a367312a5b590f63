-- Fillings whose time is over.
create or replace function due_form_fillings(at timestamptz, most integer)
returns table (enterprise_id uuid, filling_id uuid) language sql stable security definer set search_path = public as $$
  select f.enterprise_id, f.filling_id from form_fillings f where f.state = 'OPEN' and f.due_at <= at order by f.due_at limit most
$$;
