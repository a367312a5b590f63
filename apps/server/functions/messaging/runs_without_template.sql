-- Runs that have something left to send, and a template that may not be sent now.
create or replace function runs_without_template() returns table (enterprise_id uuid, run_id uuid, source text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source from send_runs r
  where r.state in ('freezing', 'sending') and not r.is_paused and r.source <> 'JOURNEY'
    and (r.state = 'freezing' or exists (select from send_queue q where q.enterprise_id = r.enterprise_id and q.run_id = r.run_id))
    and exists (
      select from templates t
      where t.enterprise_id = r.enterprise_id and (t.status <> 'APPROVED' or t.deleted_at is not null) and t.template_id = any(run_templates(r)))
$$;
