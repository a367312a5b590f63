-- Secrets of callbacks are encrypted like the other secrets of a channel. The key is the program's, so the program seals what stands here in
-- the clear at its next start (channel/hook-secrets.ts); the columns of before stay empty from then on.
alter table channels
  add column sealed_hook_secret text not null default '',
  add column sealed_former_hook_secret text not null default '';
