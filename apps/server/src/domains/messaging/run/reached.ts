import { numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import { texts } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { SendRun } from './run.repository.ts';

/** Somebody who has written. @property answers the vendor's id of our message that they answer; '' where it tells none */
export type Heard = { address: string; answers: string };
/**
 * A message of a run that had reached somebody who has written. @property place index of the person among those that were asked for
 * @property isAnswered it is the one that the vendor names; @property isOtherAnswered the vendor names another message of ours
 */
export type ReachedBy = {
  place: number;
  messageId: string;
  runId: string;
  customerId: string | null;
  leftAt: Date;
  isAnswered: boolean;
  isOtherAnswered: boolean;
};

const mostEach = 20;

/**
 * The newest messages of runs that have left for people who write on a channel now. Each of them is looked up by the address and the time in
 * the ids of the ledger, however long the ledger is.
 */
export async function findReachedBy(
  tx: Tx,
  enterpriseId: string,
  heard: readonly Heard[],
  { channelId, source, since }: { channelId: string; source: SendRun['source']; since: Date },
): Promise<ReachedBy[]> {
  const asked = heard.flatMap(({ address, answers }, place) =>
    numberSpellings(address).map((spelling) => ({ address: spelling, answers, place })),
  );
  const { rows } = await sql<ReachedBy>`
    select g.place, m.message_id, m.run_id, m.customer_id, m.left_at, m.vendor_ids @> array[g.answers] as is_answered,
      not m.vendor_ids @> array[g.answers] and exists (select from message_handovers h
        where h.enterprise_id = ${enterpriseId} and h.vendor_message_id = g.answers and h.vendor_message_id <> '') as is_other_answered
    from unnest(${texts(asked, ({ address }) => address)}::text[], ${texts(asked, ({ answers }) => answers)}::text[],
      ${asked.map(({ place }) => place)}::integer[]) as g(address, answers, place)
    cross join lateral (
      select m.message_id, m.resource_id as run_id, m.customer_id, coalesce(h.at, m.status_at) as left_at, coalesce(h.vendor_ids, '{}') as vendor_ids
      from messages m
        left join lateral (
          select max(h.at) as at, array_agg(h.vendor_message_id) filter (where h.vendor_message_id <> '') as vendor_ids
          from message_handovers h where h.enterprise_id = m.enterprise_id and h.message_id = m.message_id) h on true
      where m.enterprise_id = ${enterpriseId} and m.address = g.address and m.address <> '' and m.message_id >= ${firstIdAt(since)}
        and m.created_at >= ${since} and m.direction = 'out' and m.source = ${source} and m.channel_id = ${channelId}
        and m.status in ('SENT', 'UNKNOWN', 'DELIVERED', 'READ')
      order by m.message_id desc limit ${mostEach}) m`.execute(tx);
  return rows;
}

/** Finds the time of somebody's last message on a channel, before the batch that is being read; undefined: none since then. */
export async function findLastHeard(
  tx: Tx,
  enterpriseId: string,
  { channelId, address, since }: { channelId: string; address: string; since: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at from messages
    where enterprise_id = ${enterpriseId} and address = any(${numberSpellings(address)}::text[]) and address <> '' and message_id >= ${firstIdAt(since)} and created_at >= ${since}
      and direction = 'in' and channel_id = ${channelId}
    order by message_id desc limit 1`.execute(tx);
  return rows[0]?.createdAt;
}
