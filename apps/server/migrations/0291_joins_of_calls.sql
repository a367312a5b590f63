-- A person's joins of a call are numbered: a connection that ends late takes the place of no later one.
alter table video_people add column joins integer not null default 0;
