-- What waits, in its order. Its condition keeps it from being taken for the look-up of what stands before a delivery of the same chat: where
-- statistics say that nothing waits, both indexes seem to cost the same, and that one reads all that waits for each delivery.
create index webhook_deliveries_in_order on webhook_deliveries (enterprise_id, webhook_id, sequence) where state = 'WAITING' and sequence > 0;
drop index webhook_deliveries_due;
