-- Mailboxes that some worker has to read and none holds: of channels that are neither deleted nor paused, nor in the sandbox.
create or replace function mailboxes_to_read() returns table (enterprise_id uuid, channel_id uuid) language sql stable
security definer set search_path = public as $$
  select m.enterprise_id, m.channel_id from mailboxes m join channels c using (enterprise_id, channel_id)
  where m.state <> 'OFF' and c.deleted_at is null and c.state in ('ACTIVE', 'ERROR') and c.environment = 'production'
    and not is_leased(m.enterprise_id, 'mailbox', m.channel_id)
  order by m.last_read_at nulls first
$$;
revoke execute on function mailboxes_to_read() from public;
grant execute on function mailboxes_to_read() to parley_app;
