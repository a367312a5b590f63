-- How the dates of a file are read that can be two days: '05/04/2026'. Not said: their rows are refused.
alter table csv_imports add column date_order text not null default '' check (date_order in ('', 'day', 'month'));
