create or replace function lane_id(number integer) returns uuid language sql immutable as $$ select ('00000000-0000-0000-0000-0000000000' || lpad(to_hex(number), 2, '0'))::uuid $$;
