-- Subject and recipients of a reply by mail that is begun; null: none are written yet.
alter table chat_drafts add column mail jsonb;
