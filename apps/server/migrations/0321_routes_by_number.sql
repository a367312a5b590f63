-- Chats of websites go on by WhatsApp too: a message finds its chat by the channel and the number.
create index mail_routes_by_address on mail_routes (enterprise_id, channel_id, address, created_at desc);
