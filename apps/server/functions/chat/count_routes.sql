-- A chat has another agent, department or queue, or has ended: an act of a supervisor who saw it before is refused.
create or replace function count_routes() returns trigger language plpgsql set search_path = public as $$
begin
  new.route_no := old.route_no + 1;
  return new;
end $$;
