-- Work that no worker holds and whose job may be lost; the worker that finds it asks for the job again.
create or replace function stalled_trainings() returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select t.enterprise_id, t.bot_id from bot_trainings t
   where (t.phase = 'RUNNING' or t.phase = 'QUEUED' and t.started_at < now() - interval '10 seconds')
     and not is_leased(t.enterprise_id, 'training', t.training_id) limit 100 $$;
