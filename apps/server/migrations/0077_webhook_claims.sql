-- What waits, in its order, and what of it is claimed: a claim reads as far as it takes, and not all that waits.
create index webhook_deliveries_due on webhook_deliveries (enterprise_id, webhook_id, sequence) where state = 'WAITING';
create index webhook_deliveries_claimed on webhook_deliveries (enterprise_id, webhook_id, claimed_until)
  where state = 'WAITING' and claimed_until is not null;
