-- Two customers that are one from now on: of two walks that the stream would not have let one person have, one counts. The other names it here:
-- it is in no figure any more, and what its person says next is for the walk that goes on.
alter table journey_instances add column merged_into uuid;
create index journey_instances_merged on journey_instances (enterprise_id, customer_id, channel_id) where merged_into is not null;
