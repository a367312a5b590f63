-- Launches in bulk: an iteration of a campaign sends each recipient a link, whose id is that of the message.
alter table encap_launches drop constraint encap_launches_mode_check;
alter table encap_launches add constraint encap_launches_mode_check check (mode in ('LINK', 'API', 'BULK'));
-- Channel of the page on which its people walk
alter table encap_launches add column channel_id uuid;
-- Skipped and failed messages when its links were looked at last
alter table encap_launches add column unsent_seen integer not null default 0;
create index encap_launches_in_bulk on encap_launches (created_at) where mode = 'BULK' and state in (2, 3, 4);

alter table encap_links drop constraint encap_links_state_check;
alter table encap_links add constraint encap_links_state_check
  check (state in ('UNSENT', 'MADE', 'OPENED', 'BEGUN', 'HANDED_OVER', 'COMPLETED', 'ENDED', 'EXPIRED', 'CLOSED'));
