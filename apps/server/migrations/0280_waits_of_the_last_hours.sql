-- A website says how long people wait: the pickups of the last two hours are found without reading others.
create index chats_by_pickup on chats (enterprise_id, picked_up_at) where picked_up_at is not null;
