import type { BroadcastRequest, LedgerStatus } from '@parley/contract';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { BroadcastTable } from '#platform/db/schema.sending.ts';
import { digitsOf, type Person } from '../../../personal-data.ts';

export type BroadcastFilter = { name: string; fromDate: string; toDate: string; from: number; perPage: number };
export const mostShown = 200;

const listed = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'b.enterpriseId').onRef('c.channelId', '=', 'b.channelId'))
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'b.enterpriseId').onRef('u.userId', '=', 'b.createdBy'))
    .where('b.enterpriseId', '=', enterpriseId)
    .selectAll('b')
    .select([
      'r.state',
      'r.startsAt',
      'r.isPaused',
      'r.pauseReason',
      'r.calendarId',
      'c.name as channelName',
      'c.contactId',
      'u.name as userName',
    ]);

export type Listed = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

export const findBroadcast = (tx: Read, enterpriseId: string, broadcastId: string): Promise<Listed | undefined> =>
  listed(tx, enterpriseId).where('b.broadcastId', '=', broadcastId).executeTakeFirst();

/** A page of the list of broadcasts. */
export const listBroadcastRows = (tx: Read, enterpriseId: string, filter: BroadcastFilter, limit: number): Promise<Listed[]> =>
  listed(tx, enterpriseId)
    .$if(filter.name !== '', (query) => query.where('b.name', 'ilike', containing(filter.name)))
    .$if(filter.fromDate !== '', (query) => query.where('b.createdAt', '>=', new Date(filter.fromDate)))
    .$if(filter.toDate !== '', (query) => query.where('b.createdAt', '<=', new Date(filter.toDate)))
    .orderBy('b.createdAt', 'desc')
    .orderBy('b.broadcastId', 'desc')
    .$call(pageOf({ from: filter.from, limit }))
    .execute();

/** The names of groups. */
export const nameGroups = (tx: Read, enterpriseId: string, groupIds: readonly string[]): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('customerSets')
    .select(['setId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('setId', 'in', [...groupIds])
    .execute();

export type LedgerLine = {
  messageId: string;
  address: string;
  status: LedgerStatus;
  reason: string;
  statusAt: Date;
  createdAt: Date;
  number: number;
};

/** Rows of a run in the order of its audience. `number` is its place there, so a page needs no counting. */
export async function readRows(
  tx: Read,
  enterpriseId: string,
  runId: string,
  page: { after: number; limit: number; status?: string; reason?: string },
): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    select message_id, address, status, reason, status_at, created_at, number from messages
    where enterprise_id = ${enterpriseId} and resource_id = ${runId} and number > ${page.after}
      ${page.status ? sql`and status = ${page.status}` : sql``} ${page.reason ? sql`and reason = ${page.reason}` : sql``}
    order by number limit ${page.limit}`.execute(tx);
  return rows;
}

/** The values of a broadcast that the audit trail keeps. */
export const findBroadcastRecord = (tx: Read, enterpriseId: string, broadcastId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'b.enterpriseId').onRef('c.channelId', '=', 'b.channelId'))
    .select([
      'b.name',
      'c.name as channelName',
      'r.state',
      'r.pauseReason',
      'r.startsAt',
      'r.calendarId',
      sql<number>`jsonb_array_length(b.phone_numbers)`.as('numberCount'),
      sql<number>`jsonb_array_length(b.group_ids)`.as('groups'),
    ])
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.broadcastId', '=', broadcastId)
    .executeTakeFirst();

/** The name of a broadcast, and who has made it. */
export const readMaker = (tx: Read, enterpriseId: string, broadcastId: string) =>
  tx
    .selectFrom('broadcasts')
    .select(['name', 'createdBy'])
    .where('enterpriseId', '=', enterpriseId)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow();

/** The name of a broadcast, and the number or address from which it was sent. */
export const findSender = (tx: Read, enterpriseId: string, broadcastId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'b.enterpriseId').onRef('c.channelId', '=', 'b.channelId'))
    .select(['b.name', 'c.contactId'])
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.broadcastId', '=', broadcastId)
    .executeTakeFirst();

/** The groups of a broadcast, the country of its typed numbers, and how many these are. */
export const readNamedAudience = (tx: Read, enterpriseId: string, broadcastId: string) =>
  tx
    .selectFrom('broadcasts')
    .select(['groupIds', sql<number>`jsonb_array_length(phone_numbers)`.as('numberCount'), 'country'])
    .where('enterpriseId', '=', enterpriseId)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow();

/** A page of its typed numbers, in their order. */
export async function listNumbers(tx: Read, enterpriseId: string, broadcastId: string, after: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select n.value from broadcasts b cross join lateral jsonb_array_elements_text(b.phone_numbers) with ordinality as n(value, place)
    where b.enterprise_id = ${enterpriseId} and b.broadcast_id = ${broadcastId} and n.place > ${after} order by n.place limit ${limit}`.execute(
    tx,
  );
  return rows.map((row) => row.value);
}

/** The broadcast that somebody made by a key. */
export async function findBroadcastByKey(tx: Read, enterpriseId: string, userId: string, requestKey: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('broadcasts')
    .select('broadcastId')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
  return row?.broadcastId;
}

export async function hasBroadcast(tx: Read, enterpriseId: string, broadcastId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('broadcasts')
    .select('broadcastId')
    .where('enterpriseId', '=', enterpriseId)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirst();
  return row !== undefined;
}

type Named = Pick<BroadcastRequest, 'message' | 'columnMapping' | 'groupIds'> & { phoneNumbers: readonly string[] };
type NewBroadcast = Omit<Insertable<BroadcastTable>, 'enterpriseId' | keyof Named> & Named;

export async function insertBroadcast(
  tx: Tx,
  enterpriseId: string,
  { message, columnMapping, phoneNumbers, groupIds, ...row }: NewBroadcast,
): Promise<void> {
  await tx
    .insertInto('broadcasts')
    .values({
      enterpriseId,
      ...row,
      message: JSON.stringify(message),
      columnMapping: JSON.stringify(columnMapping),
      phoneNumbers: JSON.stringify(phoneNumbers),
      groupIds: JSON.stringify(groupIds),
    })
    .execute();
}

/** Tells whether a typed number, or e-mail address, is the person's. */
const theirs = (person: Person) => sql`(right(regexp_replace(v.value, '[^0-9]', '', 'g'), 10) = any(${digitsOf(person)}::text[])
  or lower(btrim(v.value)) = any(${person.addresses.map((address) => address.toLowerCase())}::text[]))`;
const typed = (person: Person) => sql`b.enterprise_id = ${person.enterpriseId}
  and exists (select from jsonb_array_elements_text(b.phone_numbers) v where ${theirs(person)})`;

/** Selects the broadcasts into which a number of the person was typed. */
export const selectBroadcastsOf = (person: Person) =>
  sql`select b.broadcast_id::text as key, b.broadcast_id, b.name, b.created_at from broadcasts b where ${typed(person)}`;

export const blankNumbersOf = (tx: Tx, person: Person) =>
  sql`update broadcasts b set phone_numbers = (
          select jsonb_agg(case when ${theirs(person)} then to_jsonb(''::text) else to_jsonb(v.value) end order by v.place)
          from jsonb_array_elements_text(b.phone_numbers) with ordinality as v(value, place))
        where ${typed(person)}`.execute(tx);
