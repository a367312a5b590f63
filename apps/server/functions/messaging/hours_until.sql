create or replace function hours_until(delivered timestamptz, read timestamptz) returns integer language sql immutable as
$$ select greatest(1, ceil(extract(epoch from read - delivered) / 3600))::integer $$;
