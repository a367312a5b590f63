-- Which address of a saved service a call went to: its base address, or the one that it has for the sandbox. '' where it went to no service,
-- or has not left.
alter table journey_calls add column address text not null default '' check (address in ('', 'base', 'sandbox'));
