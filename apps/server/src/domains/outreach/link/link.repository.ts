import { sql } from 'kysely';
import { texts, uuids } from '#platform/db/arrays.ts';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';

export type NewLink = { messageId: string; variable: string; code: string; address: string; target: string; contentNumber: number | null };

export async function insertLinks(tx: Tx, enterpriseId: string, activityId: string, links: readonly NewLink[]): Promise<void> {
  await sql`
    insert into short_links (enterprise_id, activity_id, message_id, variable, code, address, target, content_number)
    select ${enterpriseId}, ${activityId}, g.* from unnest(
      ${uuids(links, ({ messageId }) => messageId)}::uuid[], ${texts(links, ({ variable }) => variable)}::text[],
      ${texts(links, ({ code }) => code)}::text[], ${texts(links, ({ address }) => address)}::text[],
      ${texts(links, ({ target }) => target)}::text[], ${links.map(({ contentNumber }) => contentNumber)}::smallint[]) as g`.execute(tx);
}

export type Opened = { code: string; seenAs: 'person' | 'previewer' | 'unsure' };
const mostAtOnce = 200;

/**
 * Notes who opens short addresses, and says where they lead, null where there is none. An opening that comes while others are written
 * shares the next write; nobody is answered before theirs is committed.
 */
export const createFollowing = (db: Db, now: () => Date): Batcher<Opened, string | null> =>
  createBatcher<Opened, string | null>(
    async (opened) => {
      const { rows } = await sql<{ place: number; target: string | null }>`
        select place, target from follow_short_links(${texts(opened, ({ code }) => code)}::text[],
          ${texts(opened, ({ seenAs }) => seenAs)}::text[], ${now()})`.execute(db);
      const targets = new Map(rows.map(({ place, target }) => [place - 1, target]));
      return opened.map((_, place) => targets.get(place) ?? null);
    },
    { group: () => '', most: mostAtOnce },
  );

/** Counts the people of iterations who opened at least one link. */
export async function countClicked(tx: Read, enterpriseId: string, activityIds: readonly string[]): Promise<Map<string, number>> {
  if (activityIds.length === 0) return new Map();
  const { rows } = await sql<{ activityId: string; clicked: number }>`
    select activity_id, count(distinct message_id)::integer as clicked from link_clicks
    where enterprise_id = ${enterpriseId} and activity_id = any(${[...activityIds]}::uuid[]) and kind = 'person' group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.activityId, row.clicked]));
}

/** The same of each iteration by the contents of its first part; 0: everybody else. */
export async function countClickedOfContents(
  tx: Read,
  enterpriseId: string,
  activityIds: readonly string[],
): Promise<Map<string, Map<number, number>>> {
  if (activityIds.length === 0) return new Map();
  const { rows } = await sql<{ activityId: string; contentNumber: number; clicked: number }>`
    select activity_id, coalesce(content_number, 0)::integer as content_number, count(distinct message_id)::integer as clicked from link_clicks
    where enterprise_id = ${enterpriseId} and activity_id = any(${[...activityIds]}::uuid[]) and kind = 'person' group by 1, 2`.execute(tx);
  const byActivity = Map.groupBy(rows, ({ activityId }) => activityId);
  return new Map(
    [...byActivity].map(([activityId, own]) => [activityId, new Map(own.map(({ contentNumber, clicked }) => [contentNumber, clicked]))]),
  );
}

/** @property contentNumber in which of several contents of a first part it stands; null: as the run says */
export type LinkCount = {
  activityId: string;
  contentNumber: number | null;
  variable: string;
  people: number;
  clicks: number;
  previews: number;
};
/** Lists the links of iterations, each with its people, its openings, and its openings by a program. */
export async function listLinkCounts(tx: Read, enterpriseId: string, activityIds: readonly string[]): Promise<LinkCount[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<LinkCount>`
    select activity_id, content_number, variable, count(*) filter (where kind = 'person')::integer as people,
      count(*) filter (where kind <> 'previewer')::integer as clicks, count(*) filter (where kind = 'previewer')::integer as previews
    from link_clicks where enterprise_id = ${enterpriseId} and activity_id = any(${[...activityIds]}::uuid[])
    group by 1, 2, 3 order by 4 desc, 5 desc, 1, 3, 2 limit 500`.execute(tx);
  return rows;
}
