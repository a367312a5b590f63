create or replace function drop_audit_segment(wanted bigint, kept_days integer, dropped timestamptz, signed bytea) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  enterprise uuid := current_enterprise_id();
  last bigint;
begin
  select d.last_number into last from droppable_audit_segment(kept_days) d where d.first_number = wanted;
  if not found then return false; end if;
  update audit_segments s set dropped_at = dropped, drop_signature = signed
    where s.enterprise_id = enterprise and s.first_number = wanted and s.dropped_at is null;
  if not found then return false; end if;
  delete from audit_entries e using audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last
    and e.enterprise_id = enterprise and e.entry_id = c.entry_id and e.at = c.at;
  delete from audit_details d using audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last
    and d.enterprise_id = enterprise and d.entry_id = c.entry_id;
  delete from audit_erasures x using audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last
    and x.enterprise_id = enterprise and x.entry_id = c.entry_id;
  delete from audit_chain c where c.enterprise_id = enterprise and c.number between wanted and last;
  return true;
end $$;
