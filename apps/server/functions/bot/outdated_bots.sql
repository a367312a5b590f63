-- Bots that serve a model of another format of the engine, and whose data is still what that model was trained from: they can be trained again without
-- publishing anybody's unfinished work. Bytes 4 to 7 of a model are its version, the least significant first.
create or replace function outdated_bots(engine_version integer) returns table (enterprise_id uuid, bot_id uuid)
language sql stable security definer set search_path = public as
$$ select b.enterprise_id, b.bot_id from bots b
     join bot_versions v on v.enterprise_id = b.enterprise_id and v.version_id = b.serving_version_id and v.fingerprint = b.fingerprint
     join bot_version_parts p on p.enterprise_id = b.enterprise_id and p.version_id = b.serving_version_id and p.part = 'intentModel'
   where b.deleted_at is null and length(p.bytes) >= 8 and get_byte(p.bytes, 4) + 256 * get_byte(p.bytes, 5) <> engine_version $$;
