-- A saved mapping remembers how the file before was read: the order of its dates, and whether wrong values that nobody needs are left out.
alter table csv_mappings
  add column date_order text not null default '' check (date_order in ('', 'day', 'month')),
  add column leaves_out boolean not null default false;
