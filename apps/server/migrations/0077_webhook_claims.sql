-- What waits, in its order, and what of it is claimed: a claim reads as far as it takes, and not all that waits.
create index webhook_deliveries_due on webhook_deliveries (enterprise_id, webhook_id, sequence) where state = 'WAITING';
create index webhook_deliveries_claimed on webhook_deliveries (enterprise_id, webhook_id, claimed_until)
  where state = 'WAITING' and claimed_until is not null;
-- How much waits changes faster than statistics do: the plan is fixed to these indexes.
alter function claim_webhook_deliveries(integer, integer, interval) set enable_seqscan = off;
alter function claim_webhook_deliveries(integer, integer, interval) set enable_bitmapscan = off;
alter function claim_webhook_deliveries(integer, integer, interval) set enable_hashjoin = off;
alter function claim_webhook_deliveries(integer, integer, interval) set enable_mergejoin = off;
alter function claim_webhook_deliveries(integer, integer, interval) set enable_sort = off;
