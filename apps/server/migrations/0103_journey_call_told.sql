-- A call whose outcome nobody knew: who has said since what it has done, and when.
alter table journey_calls add column told_by uuid, add column told_at timestamptz;
alter table journey_calls add check ((told_at is null) = (told_by is null));
