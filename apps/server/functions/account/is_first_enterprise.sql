-- The installation's own address shows the brand of whoever set it up; a later sign-up cannot dress its login page.
create or replace function is_first_enterprise(asking uuid) returns boolean language sql stable security definer set search_path = public as
$$ select not exists (select from enterprises e where e.created_at < (select created_at from enterprises where enterprise_id = asking)) $$;
