-- Rows that the program can only add: what they say of a person goes, the rows stay.
create or replace function erase_message_texts(wanted uuid[]) returns integer language plpgsql security definer set search_path = public as $$
declare
  erased integer;
begin
  update message_events e set detail = null
    where e.enterprise_id = current_enterprise_id() and e.message_id = any(wanted) and e.detail is not null;
  get diagnostics erased = row_count;
  update message_handovers h set vendor_message_id = ''
    where h.enterprise_id = current_enterprise_id() and h.message_id = any(wanted) and h.vendor_message_id <> '';
  return erased;
end $$;
