-- Days, stored as '2026-01-31'.
alter table attributes drop constraint attributes_field_type_check;
alter table attributes add constraint attributes_field_type_check
  check (field_type in ('text', 'textarea', 'selectbox-singlevalue', 'selectbox-multiplevalue', 'boolean', 'date'));
