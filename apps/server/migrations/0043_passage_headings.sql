-- What stands above a passage in its document, the nearest last, and the title of the web page it is from
alter table knowledge_passages
  add column headings jsonb not null default '[]',
  add column title text not null default '';
