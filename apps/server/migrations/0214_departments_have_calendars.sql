-- Null: the default calendar of the enterprise
alter table departments add column calendar_id uuid;
alter table departments add foreign key (enterprise_id, calendar_id) references calendars;
create index departments_by_calendar on departments (enterprise_id, calendar_id) where calendar_id is not null;
