-- Looks across enterprises, and says no more than that somebody has the number. Channels of the sandbox invent their numbers.
create or replace function is_whatsapp_number_taken(wanted_environment text, wanted_phone text, wanted_id text) returns boolean
language sql stable security definer set search_path = public as
$$ select exists (select from whatsapp_numbers n
    where n.environment = wanted_environment and (n.phone = wanted_phone or n.phone_number_id = wanted_id))
  or (wanted_environment = 'production' and exists (select from channels c
    where c.type = 4 and c.vendor = 'twixormcmi' and c.environment = 'production' and c.contact_id = wanted_id)) $$;
