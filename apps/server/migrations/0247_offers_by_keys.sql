-- An API key offers chats in its own name, and is no user.
alter table chat_offers add column from_name text not null default '';
