create view reporting.chat_labels with (security_barrier) as
  select m.chat_id, m.label_id, m.at as marked_at, m.marked_by as agent_id from public.chat_label_marks m;
