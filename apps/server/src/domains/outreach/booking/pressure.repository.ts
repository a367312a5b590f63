import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { marketingSince, type PeopleQuery } from '../../messaging/door.sql.ts';

/** The people of an audience and of bookings as rows of (person), and how often each of them is booked. */

/** Name of the table of the people whose pressure is asked for: everybody with an address, rows of (person, address). */
export const mineTable = sql`mine`;

/** The people among them to whom a booking writes: rows of (person), each once. */
export type Booked = RawBuilder<unknown>;

/**
 * Each person once, by one id: a customer's own, or a hash of the address of somebody who is in no phone book. So a person who gets an SMS
 * here and a WhatsApp message there is one. A row from before its person was in the phone book is theirs by the number.
 * @param people rows of (customer_id, address)
 */
export const onePerson = (enterpriseId: string, people: PeopleQuery): RawBuilder<unknown> => sql`
  select coalesce(x.customer_id, k.customer_id, md5(canonical_number(x.address))::uuid) as person, min(x.address) as address
  from (${people}) x left join customers k on x.customer_id is null and k.enterprise_id = ${enterpriseId} and k.number = x.address
    and k.number <> '' and k.deleted_at is null
  group by 1`;

/** The same of customers of the phone book alone: their ids tell them apart. */
export const knownPeople = (people: PeopleQuery): RawBuilder<unknown> => sql`select r.customer_id as person, r.address from (${people}) r`;

/** Rows with a customer are found by its id alone, so the phone book is read for the others only. */
export const sharedWith = (enterpriseId: string, people: PeopleQuery): Booked => sql`
  select m.person from ${mineTable} m where m.person in (
    with booked as materialized (${people})
    select x.customer_id from booked x where x.customer_id is not null
    union all
    select coalesce(k.customer_id, md5(canonical_number(x.address))::uuid) from booked x left join customers k on k.enterprise_id = ${enterpriseId}
      and k.number = x.address and k.number <> '' and k.deleted_at is null
    where x.customer_id is null)`;

/** Uses the index of the run; its rows are no older than its start. */
export const ledgerPeople = (enterpriseId: string, runId: string, startedAt: Date): PeopleQuery => sql`
  select m.customer_id, m.address from messages m
  where m.enterprise_id = ${enterpriseId} and m.resource_id = ${runId} and m.created_at >= ${startedAt} and m.address <> ''
    and m.status not in ('SKIPPED', 'FAILED')`;

/** @property besides runs whose messages are counted by their plans */
export type Cap = { count: number; since: Date; besides: readonly string[] };
/** @property mine rows of (person, address). @property others who of them has further bookings; `isComing`: marketing that is not in the ledger yet */
export type PressureAsk = {
  mine: RawBuilder<unknown>;
  others: readonly { people: Booked; isComing: boolean }[];
  limit: number;
  cap: Cap | null;
};
/** @property shared by the place of the booking in `others` */
export type PressureCount = { people: number; overLimit: number; overCap: number; shared: ReadonlyMap<number, number> };

/** Counts how often the people of an audience are booked, in one query of any size. */
export async function countPressure(tx: Read, enterpriseId: string, { mine, others, limit, cap }: PressureAsk): Promise<PressureCount> {
  const booked = others.map(({ people }, place) => sql`select ${place}::integer as place, o.person from (${people}) o`);
  const all = booked.length > 0 ? sql.join(booked, sql` union all `) : sql`select 0 as place, null::uuid as person where false`;
  const coming = others.flatMap(({ isComing }, place) => (isComing ? [place] : []));
  const { rows } = await sql<{ place: number | null; people: number; overLimit: number | null; overCap: number | null }>`
    with ${mineTable} as materialized (${mine}),
    hits as materialized (${all}),
    pressed as (
      select person, count(*) as bookings, count(*) filter (where place = any(${coming}::integer[])) as coming from hits group by person
    )
    select null::integer as place, (select count(*) from mine)::float8 as people,
      (select count(*) from pressed where bookings >= ${limit})::float8 as over_limit,
      ${
        cap
          ? sql`(select count(*) from mine left join pressed p on p.person = mine.person
              left join (${marketingSince(enterpriseId, cap.since, cap.besides)}) s on s.address = canonical_number(mine.address)
              where coalesce(p.coming, 0) + coalesce(s.messages, 0) >= ${cap.count})::float8`
          : sql`0::float8`
      } as over_cap
    union all select place, count(*)::float8, null, null from hits group by place`.execute(tx);
  const [total] = rows.filter(({ place }) => place === null);
  return {
    people: total?.people ?? 0,
    overLimit: total?.overLimit ?? 0,
    overCap: total?.overCap ?? 0,
    shared: new Map(rows.flatMap(({ place, people }) => (place === null ? [] : [[place, people] as const]))),
  };
}

/** Gives the transaction memory for a million people, and so long for each of its statements. */
export const allowLongCount = (tx: Tx, seconds: number) =>
  sql`select set_config('work_mem', '128MB', true), set_config('statement_timeout', ${String(seconds * 1000)}, true)`.execute(tx);

/** The groups, numbers and message of a broadcast. */
export const readBroadcastAudience = (tx: Read, enterpriseId: string, broadcastId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .select(['b.groupIds', 'b.phoneNumbers', 'b.country', 'r.message'])
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow();
