-- A run is held by the program itself where going on would waste its audience: a template that may not be sent, or a time that is long over.
alter table send_runs drop constraint send_runs_pause_reason_check;
alter table send_runs add constraint send_runs_pause_reason_check
  check (pause_reason in ('', 'ASKED', 'FIRST_WAVE', 'LIMITS', 'NO_BALANCE', 'CHOICE', 'TEMPLATE', 'LATE'));

-- The templates by which a run sends from now on: its own, the content that was chosen, or any of several before the choice.
create function run_templates(r send_runs) returns uuid[] language sql immutable as $$
  select case
    when r.contents is null then array[r.template_id]
    when r.chosen_content is not null then array[(r.contents -> (r.chosen_content - 1) ->> 'templateId')::uuid]
    else (select array_agg((content ->> 'templateId')::uuid) from jsonb_array_elements(r.contents) content) end
$$;

-- Runs that have something left to send, and a template that may not be sent now.
create function runs_without_template() returns table (enterprise_id uuid, run_id uuid, source text)
language sql stable security definer set search_path = public as $$
  select r.enterprise_id, r.run_id, r.source from send_runs r
  where r.state in ('freezing', 'sending') and not r.is_paused and r.source <> 'JOURNEY'
    and (r.state = 'freezing' or exists (select from send_queue q where q.enterprise_id = r.enterprise_id and q.run_id = r.run_id))
    and exists (
      select from templates t
      where t.enterprise_id = r.enterprise_id and (t.status <> 'APPROVED' or t.deleted_at is not null) and t.template_id = any(run_templates(r)))
$$;
revoke execute on function runs_without_template() from public;
grant execute on function runs_without_template() to parley_app;
