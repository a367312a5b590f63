-- Asks for a conversation by mail count for the whole enterprise, and for the network that they come from: a keyed hash of it.
alter table transcript_asks add column network bytea not null default '';
create index transcript_asks_by_enterprise on transcript_asks (enterprise_id, created_at);
