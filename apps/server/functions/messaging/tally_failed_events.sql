-- A failure that ended a message is an event of it; a note is one that came too late to do so.
create or replace function tally_failed_events() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where status = 'FAILED' and kind <> 'note') then return null; end if;
  insert into run_tally_changes (enterprise_id, run_id, kind, reason, code, count)
  select m.enterprise_id, m.resource_id, 'failed', m.reason, coalesce(n.detail ->> 'vendorCode', ''), count(distinct m.message_id)
  from new_rows n join messages m on m.enterprise_id = n.enterprise_id and m.message_id = n.message_id
  where n.status = 'FAILED' and n.kind <> 'note' and m.source = 'CAMPAIGN' and m.status = 'FAILED'
  group by 1, 2, 4, 5;
  return null;
end $$;
