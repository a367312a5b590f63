import { sql } from 'kysely';
import { needlesOf, type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

const firstId = '00000000-0000-0000-0000-000000000000';
const looked = 5000;
/** Counting looks at the newest so many: a person waits for the answer. */
const mostCounted = 20_000;

const waiting = (person: Person) => sql`w.enterprise_id = ${person.enterpriseId}
  and exists (select from unnest(${needlesOf(person)}::text[]) n where position(n in w.detail::text) > 0)`;

/** Receipts of messages that the ledger did not know. */
export const receiptsOfPerson: PersonalData = personalRows({
  kind: 'receipts',
  tables: ['waitingReceipts'],
  rows: (person) => sql`select w.receipt_id::text as key, w.status, w.at, w.detail from waiting_receipts w where ${waiting(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(await sql`delete from waiting_receipts w where ${waiting(person)}`.execute(tx), limit),
});

const naming = (
  person: Person,
) => sql`r.enterprise_id = ${person.enterpriseId} and exists (select from unnest(${needlesOf(person)}::text[]) n
  where position(convert_to(n, 'UTF8') in r.body) > 0 or position(n in r.query) > 0)`;

/**
 * Vendors' raw events. One call may carry several people's messages, so it is erased as a whole. A copy lists it without its body; the
 * person's part of the body is in chats and messages.
 */
export const rawEventsOfPerson: PersonalData = {
  ...personalRows({
    kind: 'rawEvents',
    tables: ['rawEvents'],
    rows: (person) => sql`select r.event_id::text as key, r.received_at, r.vendor, length(r.body) as bytes
      from raw_events r where ${naming(person)}`,
    async erase(_ctx, tx, person, { cursor }) {
      const { rows } = await sql<{ erased: number; last: string | null }>`
        select * from erase_raw_events(${needlesOf(person)}::text[], ${cursor || firstId}, ${looked})`.execute(tx);
      const { erased = 0, last = null } = rows[0] ?? {};
      return { erased, more: last !== null, ...(last ? { cursor: last } : {}) };
    },
  }),
  async count(tx, person) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
      select r.* from raw_events r where r.enterprise_id = ${person.enterpriseId} order by r.event_id desc limit ${mostCounted}) r
      where ${naming(person)}`.execute(tx);
    return rows[0]?.count ?? 0;
  },
};
