import { sql } from 'kysely';
import type { CustomerTrace } from '../../customer/door.sql.ts';

/** Traces that a customer has left in conversations of other products. */
export const movedChatTraces: CustomerTrace = {
  async move(tx, enterpriseId, from, to) {
    await sql`update moved_chats c set customer_id = ${to} where c.enterprise_id = ${enterpriseId} and c.customer_id = ${from}`.execute(tx);
  },
  isKnown: {
    by: 'chat',
    condition: sql<boolean>`exists (select from moved_chats k where k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id and k.is_in)`,
  },
  timeline: (enterpriseId, customerId) => sql`
    select k.moved_id::text, k.started_at, 'chat', '', '[]', 'movedChat', k.moved_id, k.source
    from moved_chats k where k.enterprise_id = ${enterpriseId} and k.customer_id = ${customerId} and k.is_in`,
};
