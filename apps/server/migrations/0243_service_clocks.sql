-- Clocks of service: what holds for a chat, and which of them run (domains/chat/clock/service.rules.ts). {}: none, as everywhere where they are
-- switched off. It comes with the chat's row, so that a message asks no further question.
alter table chats add column service jsonb not null default '{}';

-- It ends something for the customer, and waits for a minute behind a time in which no worker has looked.
alter table chat_clocks add column ends boolean not null default false;

-- Lines of clocks that were due are nobody's. The kinds are those of the whole design, so that no later one changes the rule again.
alter table chat_sides alter column author_id drop not null;
alter table chat_sides drop constraint chat_sides_kind_check, add constraint chat_sides_kind_check
  check (kind in ('note', 'whisper', 'act', 'rule', 'clock', 'edit', 'reaction', 'assist', 'tool'));
