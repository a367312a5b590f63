-- Who wrote without a name was called by the number, which more people read as a name than may read numbers.
update customers c set name = 'Visitor ' || right(c.number, 3)
where c.name = c.number and c.number <> ''
  and exists (select from customer_addresses a where a.enterprise_id = c.enterprise_id and a.customer_id = c.customer_id);
