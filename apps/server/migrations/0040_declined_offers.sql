-- An offer that its agent declined is not one that was taken back. Which of the older ones were declined, the record of each chat says.
alter table chat_offers drop constraint chat_offers_state_check;
alter table chat_offers add constraint chat_offers_state_check
  check (state in ('waiting', 'accepted', 'declined', 'expired', 'withdrawn'));
