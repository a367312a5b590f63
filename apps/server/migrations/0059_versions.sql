-- Forms send the version that they have read, so that nobody overwrites unseen what somebody else has saved. Bots and their parts are changed
-- by editors, imports, examples and answers alike: the database counts, so that no writer can forget to.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table customer_sets add version integer not null default 1;
create trigger versions_counted before update on customer_sets for each row
  when (new.name is distinct from old.name) execute function count_version();

alter table customer_filters add version integer not null default 1;
create trigger versions_counted before update on customer_filters for each row
  when ((new.name, new.conditions) is distinct from (old.name, old.conditions)) execute function count_version();

alter table blacklist add version integer not null default 1;
create trigger versions_counted before update on blacklist for each row
  when ((new.kind, new.reason, new.source, new.channel_id) is distinct from (old.kind, old.reason, old.source, old.channel_id))
  execute function count_version();

alter table integrations add version integer not null default 1;
create trigger versions_counted before update on integrations for each row
  when ((new.name, new.settings, new.secret) is distinct from (old.name, old.settings, old.secret)) execute function count_version();

-- What two forms of a bot save has a version each, or saving the one would refuse the other
alter table bots
  add version integer not null default 1,
  add knowledge_version integer not null default 1,
  add sentiment_version integer not null default 1;
create trigger versions_counted before update on bots for each row
  when ((new.name, new.description, new.type, new.config, new.prompt) is distinct from
    (old.name, old.description, old.type, old.config, old.prompt)) execute function count_version();

alter table stories add version integer not null default 1;
create trigger versions_counted before update on stories for each row
  when ((new.name, new.parent_id) is distinct from (old.name, old.parent_id)) execute function count_version();

-- The fingerprint is of all that an intent or entity holds, phrases included
alter table intents add version integer not null default 1;
create trigger versions_counted before update on intents for each row
  when ((new.story_id, new.fingerprint) is distinct from (old.story_id, old.fingerprint)) execute function count_version();

alter table entities add version integer not null default 1;
create trigger versions_counted before update on entities for each row
  when (new.fingerprint is distinct from old.fingerprint) execute function count_version();

alter table bot_tests add version integer not null default 1;
create trigger versions_counted before update on bot_tests for each row
  when ((new.name, new.turns) is distinct from (old.name, old.turns)) execute function count_version();

alter table classification_rules add version integer not null default 1;
create trigger versions_counted before update on classification_rules for each row
  when ((new.name, new.priority, new.words, new.intents, new.department) is distinct from
    (old.name, old.priority, old.words, old.intents, old.department)) execute function count_version();
