-- The speed that a channel's vendor takes is found by its answers: it is halved when the vendor says that it is too fast, and grows slowly otherwise.
alter table channel_speeds
  -- Messages a second; null: as the channel says
  add column found double precision check (found > 0),
  -- What the vendor was seen to take a second
  add column known_good double precision check (known_good >= 0),
  -- When `found` was changed last
  add column found_at timestamptz;
