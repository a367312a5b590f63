-- A visitor's upload belongs to the address that the visitor's token hashes to, so nobody else can send it.
alter table files add column visitor_address text;
