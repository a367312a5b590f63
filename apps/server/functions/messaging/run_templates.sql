-- The templates by which a run sends from now on: its own, the content that was chosen, or any of several before the choice.
create or replace function run_templates(r send_runs) returns uuid[] language sql immutable as $$
  select case
    when r.contents is null then array[r.template_id]
    when r.chosen_content is not null then array[(r.contents -> (r.chosen_content - 1) ->> 'templateId')::uuid]
    else (select array_agg((content ->> 'templateId')::uuid) from jsonb_array_elements(r.contents) content) end
$$;
