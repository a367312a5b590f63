-- A name as the provider spells it, so that a change of one part leaves the other as it was.
alter table scim_users
  add given_name text not null default '',
  add family_name text not null default '';
