create or replace function cost_class(status text) returns text language sql immutable as $$
  select case when status in ('QUEUED', 'UNKNOWN') then 'open' when status in ('SENT', 'DELIVERED', 'READ') then 'spent' end $$;
