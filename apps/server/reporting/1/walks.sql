create view reporting.walks with (security_barrier) as
  select i.instance_id as walk_id, i.started_at, i.journey_id as stream_id, i.version as stream_version, i.entry_id, i.channel_id, i.chat_id,
    i.environment = 'sandbox' as is_sandbox,
    encode(substr(sha256((select k.secret from reporting_keys k) || sha256((select k.secret from reporting_keys k) || uuid_send(i.customer_id))), 1, 16), 'hex')
      as customer_key,
    i.state, i.reason, i.node_no, i.turn as turns, i.changed_at, i.ended_at, i.merged_into as moved_to_walk_id
  from journey_instances i;
