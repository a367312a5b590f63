create view reporting.measures_by_day with (security_barrier) as
  select d.grain, d.item as item_id, d.is_sandbox, d.measure, d.day, d.sub, d.gap, d.count from measure_days d;
