-- Every table with an enterprise_id goes through this once.
create or replace function protect_tenant_table(target regclass, actions text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format(
    'create policy tenant on %s to parley_app using (enterprise_id = (select current_enterprise_id())) with check (enterprise_id = (select current_enterprise_id()))',
    target);
  execute format('grant %s on %s to parley_app', actions, target);
end $$;
