-- Says whether a department is open at a moment: by its calendar, or by the default; without either it always is. packages/hours has the same rules.
create or replace function is_open_at(enterprise uuid, department uuid, moment timestamptz) returns boolean
language sql stable set search_path = public as $$
  with c as (select c.calendar_id, w.wall::date as today, extract(hour from w.wall) * 60 + extract(minute from w.wall) as minute
    from calendars c cross join lateral (select moment at time zone c.time_zone as wall) w
    where c.enterprise_id = enterprise and c.deleted_at is null
      and (c.is_default or c.calendar_id = (select d.calendar_id from departments d
        where d.enterprise_id = enterprise and d.department_id = department and d.deleted_at is null))
    order by c.calendar_id = (select d.calendar_id from departments d
        where d.enterprise_id = enterprise and d.department_id = department and d.deleted_at is null) desc nulls last limit 1)
  select coalesce((select bool_or(case when b.days_ago = 0 then s.from_minute <= c.minute and (c.minute < s.to_minute or s.to_minute <= s.from_minute)
      else s.to_minute <= s.from_minute and c.minute < s.to_minute end)
    from c
      cross join lateral (select n as days_ago, c.today - n as day, to_char(c.today - n, 'MM-DD') as of_year from generate_series(0, 1) n) b
      -- Once beats yearly, a shorter range a longer one, and a newer exception an older one. A yearly range may pass the end of the year.
      left join lateral (select x.slots from calendar_exceptions x
          cross join lateral (select to_char(x.from_day, 'MM-DD') as first, to_char(x.to_day, 'MM-DD') as last) r
        where x.enterprise_id = enterprise and x.calendar_id = c.calendar_id and case
          when not x.is_yearly then b.day between x.from_day and x.to_day
          when r.first <= r.last then b.of_year between r.first and r.last
          else b.of_year >= r.first or b.of_year <= r.last end
        order by x.is_yearly, x.to_day - x.from_day, x.place desc limit 1) x on true
      cross join lateral (
        select w.from_minute, w.to_minute from calendar_slots w
          where x.slots is null and w.enterprise_id = enterprise and w.calendar_id = c.calendar_id and w.weekday = extract(isodow from b.day)
        union all
        select split_part(e ->> 'from', ':', 1)::integer * 60 + split_part(e ->> 'from', ':', 2)::integer,
            split_part(e ->> 'to', ':', 1)::integer * 60 + split_part(e ->> 'to', ':', 2)::integer
          from jsonb_array_elements(x.slots) e) s), not exists (select from c))
$$;
