-- The server by which a channel's mails leave, where its mailbox names one: JSON, sealed. Beside the channel, since each sending reads that row.
alter table channels add column sealed_mail_server text not null default '';
