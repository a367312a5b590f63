-- Deleted channels and bots are hidden from every query of the program, so that none can forget a condition. A transaction that works on the
-- bin says so.
create or replace function show_live_rows_only(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy live on %s as restrictive to parley_app using (deleted_at is null or (select current_setting(''app.sees_deleted'', true)) = ''on'')',
    target);
end $$;
