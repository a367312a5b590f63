import { type RawBuilder, sql } from 'kysely';
import { isTimedOut, type Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { marketingSince } from '../../messaging/door.run.ts';
import { type Booked, mineTable } from './pressure.people.ts';

export const pressureSeconds = 10;

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
export async function countPressure(tx: Tx, enterpriseId: string, { mine, others, limit, cap }: PressureAsk): Promise<PressureCount> {
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

/**
 * Runs a count in a transaction that gives it memory for a million people, and as long as somebody waits for it.
 * @throws DomainError campaign.pressure_too_long
 */
export async function withinItsTime<T>(ctx: EnterpriseContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await ctx.transaction(async (tx) => {
      await sql`select set_config('work_mem', '128MB', true), set_config('statement_timeout', ${String(pressureSeconds * 1000)}, true)`.execute(
        tx,
      );
      return work(tx);
    });
  } catch (error) {
    if (!isTimedOut(error)) throw error;
    throw new DomainError(
      'campaign.pressure_too_long',
      `Comparing so many people takes longer than ${pressureSeconds} seconds, so nobody was counted. The campaign can be sent all the same.`,
      { seconds: pressureSeconds },
    );
  }
}
