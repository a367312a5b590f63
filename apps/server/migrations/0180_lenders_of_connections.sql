-- Connections of people who have left, or who may not edit the company any more, go to the enterprise's oldest administrator: their rights are
-- lent no longer, and people go on signing in.
update sso_connections c set edited_by = a.user_id, version = c.version + 1
from (
  select distinct on (u.enterprise_id) u.enterprise_id, u.user_id from users u
  join user_roles r on r.enterprise_id = u.enterprise_id and r.user_id = u.user_id and r.role_code = 1
  where u.state = 1 order by u.enterprise_id, u.user_id
) a
where a.enterprise_id = c.enterprise_id and not exists (
  select from users u
  join user_roles r on r.enterprise_id = u.enterprise_id and r.user_id = u.user_id
  left join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
  where u.enterprise_id = c.enterprise_id and u.user_id = c.edited_by and u.state = 1
    and (r.role_code = 1 or 'ENTERPRISE.EDIT' = any (o.permissions))
);
-- And so does being the one who takes over what leavers leave behind.
update sso_connections c set scim_heir = c.edited_by
where c.scim_heir is not null and not exists (
  select from users u where u.enterprise_id = c.enterprise_id and u.user_id = c.scim_heir and u.state = 1
);
