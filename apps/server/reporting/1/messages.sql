create view reporting.messages with (security_barrier) as
  select m.message_id, m.created_at, m.channel_id, m.direction, m.source, m.resource_id, m.number, m.chat_id, m.template_id, m.content_number,
    encode(substr(sha256((select k.secret from reporting_keys k) || sha256((select k.secret from reporting_keys k) || uuid_send(m.customer_id))), 1, 16), 'hex')
      as customer_key,
    m.status, m.reason, m.status_at, m.attempts, m.units, m.cost, m.is_sandbox
  from messages m;
