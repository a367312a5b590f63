-- A worker looks at what is due. True for a minute behind a gap in which nobody has looked for a minute: what ends something for a customer waits
-- as long, so that agents who come back with the workers can still answer.
create or replace function note_clock_look() returns boolean
language plpgsql security definer set search_path = public as $$
begin
  insert into chat_clock_looks as l (looked_at) values (now()) on conflict (is_only) do update
    set looked_at = now(),
      held_until = case when l.looked_at < now() - interval '1 minute' then now() + interval '1 minute' else l.held_until end
    where l.looked_at < now() - interval '1 second';
  return (select held_until > now() from chat_clock_looks);
end $$;
