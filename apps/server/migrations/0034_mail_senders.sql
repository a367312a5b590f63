-- Every brand began with the product's name as the sender of its mails. Without a name of its own the sender is the brand's title.
update brandings set
  draft = jsonb_set(draft, '{mail,senderName}', '""')
  where draft #>> '{mail,senderName}' = 'Parley';
update brandings set
  published = jsonb_set(published, '{mail,senderName}', '""')
  where published #>> '{mail,senderName}' = 'Parley';
update branding_versions set
  brand = jsonb_set(brand, '{mail,senderName}', '""')
  where brand #>> '{mail,senderName}' = 'Parley';
