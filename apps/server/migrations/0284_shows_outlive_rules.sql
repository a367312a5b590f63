-- A show keeps the words that were said, and outlives its rule: an answer names what it answers, and the caps of greetings count what was shown.
alter table site_rule_shows add column greeting text not null default '';
update site_rule_shows s set greeting = r.greeting from site_rules r where r.enterprise_id = s.enterprise_id and r.rule_id = s.rule_id and r.greeting <> '';
alter table site_rule_shows alter column rule_id drop not null;
alter table site_rule_shows drop constraint site_rule_shows_enterprise_id_rule_id_fkey;
alter table site_rule_shows add constraint site_rule_shows_enterprise_id_rule_id_fkey
  foreign key (enterprise_id, rule_id) references site_rules on delete set null (rule_id);
-- Shows are kept for 90 days: nobody knows for longer whom a rule has met.
update site_rules set not_again_days = 90 where not_again_days > 90;
