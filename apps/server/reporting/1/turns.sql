create view reporting.turns with (security_barrier) as
  select t.turn_id, t.asked_at, t.local_day, t.bot_id, t.version_number as bot_version, t.session_id, t.channel_id, t.is_sandbox,
    encode(substr(sha256((select k.secret from reporting_keys k) || sha256((select k.secret from reporting_keys k) || uuid_send(t.customer_id))), 1, 16), 'hex')
      as customer_key,
    t.is_in_scope, t.intent_id, t.intent_name, t.confidence, t.answered_by, t.emotion, t.took_ms
  from bot_turns t where t.origin = 'CHAT';
