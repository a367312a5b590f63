-- Whose page an address is: asked before the enterprise is known. The form's own page, or that of one filling.
create or replace function find_form_page(wanted text) returns table (enterprise_id uuid, form_id uuid, filling_id uuid)
language sql stable security definer set search_path = public as $$
  select f.enterprise_id, f.form_id, f.filling_id from form_fillings f where f.code = wanted
  union all
  select f.enterprise_id, f.form_id, null::uuid from forms f where f.page_code = wanted and f.deleted_at is null
$$;
