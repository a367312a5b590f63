import { sql } from 'kysely';
import type { CustomerTrace } from '../../customer/door.sql.ts';

/** Messages that left, or are to leave, for a customer. Looked for by address: by customer it would read every month's table. */
export const messagesOfCustomer: CustomerTrace = {
  isKnown: {
    by: 'message',
    condition: sql<boolean>`exists (select from messages m where m.enterprise_id = c.enterprise_id and m.address <> ''
      and m.address = any(number_spellings(c.number) || number_spellings(c.profile ->> 'whatsAppNumber') || c.email) and m.created_at >= c.created_at
      and m.customer_id = c.customer_id and m.direction = 'out' and m.status <> 'SKIPPED')`,
  },
};
