-- Short addresses in messages of iterations, and who opened them. What a code leads to is said here alone, never by a request.
create table short_links (
  enterprise_id uuid not null references enterprises,
  activity_id uuid not null,
  -- Of the ledger: the message that it stands in
  message_id uuid not null,
  -- Which value of the template it replaces, as a mapping names it
  variable text not null,
  code text not null check (code ~ '^[0-9A-Za-z]{16}$'),
  -- Whose message it is, and where it leads; both '' once the person is erased
  address text not null,
  target text not null check (length(target) <= 2000 and (target = '' or target ~ '^https?://')),
  primary key (enterprise_id, activity_id, message_id, variable),
  foreign key (enterprise_id, activity_id) references activities (enterprise_id, activity_id) on delete cascade
);
select protect_tenant_table('short_links');
-- A code is all that a request has, so it is one of the whole installation.
create unique index short_links_by_code on short_links (code);
create index short_links_by_address on short_links (enterprise_id, address) where address <> '';
create index short_links_by_message on short_links (enterprise_id, message_id);

create table link_clicks (
  enterprise_id uuid not null,
  activity_id uuid not null,
  message_id uuid not null,
  variable text not null,
  click_id bigint generated always as identity,
  at timestamptz not null,
  -- The first time that a person opened it, each later time, and a program that looks for a picture and a title
  kind text not null check (kind in ('person', 'repeat', 'previewer')),
  primary key (enterprise_id, activity_id, message_id, variable, click_id),
  foreign key (enterprise_id, activity_id, message_id, variable) references short_links on delete cascade
);
select protect_tenant_table('link_clicks', 'select');
-- Two at once: one of them is the first.
create unique index link_clicks_first on link_clicks (enterprise_id, message_id, variable) where kind = 'person';

/* Notes that a short address is opened, and says where it leads; null where there is none. Nobody is signed in, so this looks through all
   enterprises by the code. */
create function follow_short_link(wanted text, seen_as text, seen_at timestamptz) returns text
language plpgsql security definer set search_path = public as $$
declare
  link short_links;
  seen text := seen_as;
begin
  select * into link from short_links s where s.code = wanted and s.target <> '';
  if not found then return null; end if;
  -- Nothing tells who it is: while the message is handed over, it is the vendor or the phone looking ahead.
  if seen = 'unsure' then
    seen := case when exists (select from message_handovers h
      where h.enterprise_id = link.enterprise_id and h.message_id = link.message_id and h.at <= seen_at - interval '3 seconds')
      then 'person' else 'previewer' end;
  end if;
  if seen = 'person' then
    insert into link_clicks (enterprise_id, activity_id, message_id, variable, at, kind)
    values (link.enterprise_id, link.activity_id, link.message_id, link.variable, seen_at, 'person')
    on conflict (enterprise_id, message_id, variable) where kind = 'person' do nothing;
    if found then return link.target; end if;
    seen := 'repeat';
  end if;
  insert into link_clicks (enterprise_id, activity_id, message_id, variable, at, kind)
  values (link.enterprise_id, link.activity_id, link.message_id, link.variable, seen_at, seen);
  return link.target;
end $$;
revoke execute on function follow_short_link(text, text, timestamptz) from public;

-- Several at once, by one commit. In the order of the codes: two calls with the same ones would wait for each other otherwise.
create function follow_short_links(wanted text[], seen_as text[], seen_at timestamptz) returns table (place integer, target text)
language plpgsql security definer set search_path = public as $$
declare
  asked record;
begin
  for asked in select g.code, g.seen, g.place from unnest(wanted, seen_as) with ordinality as g(code, seen, place) order by g.code, g.place loop
    place := asked.place;
    target := follow_short_link(asked.code, asked.seen, seen_at);
    return next;
  end loop;
end $$;
revoke execute on function follow_short_links(text[], text[], timestamptz) from public;
grant execute on function follow_short_links(text[], text[], timestamptz) to parley_app;
