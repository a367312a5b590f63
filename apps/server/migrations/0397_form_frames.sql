-- A frame of the designer is of a stream or of a form.
alter table designer_accesses alter column journey_id drop not null;
alter table designer_accesses add column form_id uuid;
alter table designer_accesses add constraint designer_accesses_of_one_document check (num_nonnulls(journey_id, form_id) = 1);
