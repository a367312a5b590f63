-- Lines of drafts are acts with a name of their own in the detail, and words of a whisper lie there too: a process of the version before knows
-- neither, answers a chat that has them, and shows a whisper to nobody.
update chat_sides set kind = 'act', detail = jsonb_build_object('assist', detail) where kind = 'assist';
update chat_sides set detail = jsonb_set(detail, '{whisper,text}', to_jsonb(text)), text = '' where kind = 'act' and text <> '' and detail ? 'whisper';
create index chat_sides_of_drafts on chat_sides (enterprise_id, at) where detail ? 'assist';
