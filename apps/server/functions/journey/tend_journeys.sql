-- Months of walks and turns are made ahead. Edits and answered calls are kept for 30 days, requests and what turns have read for 7, events for
-- one, acts for 90; codes of pages for two days; walks and turns go by forget_journeys.
create or replace function tend_journeys() returns void language plpgsql security definer set search_path = public as $$
begin
  perform ensure_month_partitions('journey_instances', 3);
  perform ensure_month_partitions('journey_turns', 3);
  perform forget_journey_inputs();
  perform forget_journey_acts();
  delete from flow_keys where state = 'OLD' and read_until < now();
  delete from page_codes where made_at < now() - interval '2 days';
  delete from page_sessions where expires_at < now();
  delete from designer_accesses where expires_at < now();
  delete from journey_edits where at < now() - interval '30 days';
  delete from journey_events where at < now() - interval '1 day';
  delete from journey_requests where at < now() - interval '7 days';
  delete from journey_calls where ended_at < now() - interval '30 days';
end $$;
revoke execute on function tend_journeys() from public;
grant execute on function tend_journeys() to parley_app;
