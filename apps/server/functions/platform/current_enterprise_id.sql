-- The enterprise of the current transaction; none outside one, and then no row is seen.
create or replace function current_enterprise_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.enterprise_id', true), '')::uuid $$;
