-- A plan says from now on which contents are compared, and who chooses; those that are there have one.
update campaigns set plan = plan || '{"contents": [], "choice": null}' where not plan ? 'contents';
update activities set plan = plan || '{"contents": [], "choice": null}' where not plan ? 'contents';
