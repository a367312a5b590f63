-- Each domain tends its own tables now. A process of the version before, which runs on beside this one for a while, still calls this.
create or replace function tend_messages() returns void language sql as $$ select $$;
