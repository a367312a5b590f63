create or replace function note_unsealed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_unsealed (enterprise_id, entry_id, at) select enterprise_id, entry_id, at from added;
  return null;
end $$;
