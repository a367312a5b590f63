-- Configurations of all types of outside services. A workflow tool gives a token for a name and a password; sealed, it is kept until the tool
-- takes it no more or the configuration changes.
alter table integrations add column session text not null default '';
