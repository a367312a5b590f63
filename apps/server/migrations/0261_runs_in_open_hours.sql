-- The calendar in whose open hours alone a run sends; null: at any hour. What waits for an opening is marked in the queue like what waits for the
-- end of quiet hours. A run whose calendar is gone, or opens no more, is held.
alter table send_runs add column calendar_id uuid;
create index send_runs_by_calendar on send_runs (enterprise_id, calendar_id)
  where calendar_id is not null and state in ('scheduled', 'freezing', 'sending');
alter table send_runs drop constraint send_runs_pause_reason_check;
alter table send_runs add constraint send_runs_pause_reason_check
  check (pause_reason in ('', 'ASKED', 'FIRST_WAVE', 'LIMITS', 'NO_BALANCE', 'CHOICE', 'TEMPLATE', 'LATE', 'CLOSED'));
