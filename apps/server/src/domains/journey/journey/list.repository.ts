import type { JourneyState } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import { readyTemplate } from '../document/journey.repository.ts';

const selectJourneys = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('journeys as j')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'j.enterpriseId').onRef('u.userId', '=', 'j.updatedBy'))
    .leftJoin('journeyVersions as v', (join) =>
      join.onRef('v.enterpriseId', '=', 'j.enterpriseId').onRef('v.journeyId', '=', 'j.journeyId').onRef('v.version', '=', 'j.version'),
    )
    .select([
      'j.journeyId',
      'j.name',
      'j.description',
      'j.folder',
      'j.state',
      'j.pausedBy',
      'j.version',
      'j.revision',
      'j.fingerprint',
      'j.updatedAt',
      'u.name as updaterName',
      'v.fingerprint as publishedFingerprint',
    ])
    .select(readyTemplate.as('isTemplateReady'))
    .select(sql<{ id: string; name: string }[]>`coalesce(j.document #> '{settings,channels}', '[]')`.as('channels'))
    .where('j.enterpriseId', '=', enterpriseId)
    .where('j.deletedAt', 'is', null);

export type Listed = Awaited<ReturnType<ReturnType<typeof selectJourneys>['execute']>>[number];

type Figures = { running: number; started: number; completed: number };

/** Counts from the figures that turns leave: those of the last days by the hour of their start, and all starts less all ends. */
export async function countInstances(
  tx: Read,
  enterpriseId: string,
  journeyIds: readonly string[],
  since: Date,
): Promise<Map<string, Figures>> {
  if (journeyIds.length === 0) return new Map();
  const part = (table: 'journey_counts' | 'journey_count_changes') => sql`
    select journey_id, hour, what, exit, count from ${sql.table(table)}
    where enterprise_id = ${enterpriseId} and journey_id = any(${[...journeyIds]}::uuid[]) and what in ('started', 'ended')`;
  const { rows } = await sql<Figures & { journeyId: string }>`
    select journey_id, coalesce(sum(count) filter (where what = 'started'), 0)::int - coalesce(sum(count) filter (where what = 'ended'), 0)::int as running,
      coalesce(sum(count) filter (where what = 'started' and hour >= ${since}), 0)::int as started,
      coalesce(sum(count) filter (where what = 'ended' and exit = 'COMPLETED' and hour >= ${since}), 0)::int as completed
    from (${part('journey_counts')} union all ${part('journey_count_changes')}) c group by 1`.execute(tx);
  return new Map(rows.map(({ journeyId, ...figures }) => [journeyId, figures]));
}

export type JourneyFilter = { search: string; folder: string; state: JourneyState | ''; channelId: string; from: number; perPage: number };

/** Finds streams with what a list shows of them, those changed last first. @param most from the filter's beginning on */
export const findListed = (tx: Read, enterpriseId: string, filter: JourneyFilter, most: number): Promise<Listed[]> =>
  selectJourneys(tx, enterpriseId)
    .where('j.kind', '=', 'journey')
    .$if(filter.search !== '', (query) => query.where('j.name', 'ilike', containing(filter.search)))
    .$if(filter.folder !== '', (query) => query.where('j.folder', '=', filter.folder))
    .$if(filter.state !== '', (query) => query.where('j.state', '=', filter.state as JourneyState))
    .$if(filter.channelId !== '', (query) =>
      query.where(sql<boolean>`j.document #> '{settings,channels}' @> ${JSON.stringify([{ id: filter.channelId }])}::jsonb`),
    )
    .orderBy('j.updatedAt', 'desc')
    .orderBy('j.journeyId', 'desc')
    .$call(pageOf({ from: filter.from, limit: most }))
    .execute();

export const findListedById = (tx: Read, enterpriseId: string, journeyId: string): Promise<Listed | undefined> =>
  selectJourneys(tx, enterpriseId).where('j.journeyId', '=', journeyId).executeTakeFirst();

/** Lists the folders that streams lie in. */
export async function listFolders(tx: Read, enterpriseId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('journeys')
    .select('folder')
    .distinct()
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .where('folder', '<>', '')
    .orderBy('folder')
    .limit(200)
    .execute();
  return rows.map(({ folder }) => folder);
}

/** Finds the rules of streams that are on, the oldest first. */
export const findActiveRules = (tx: Read, enterpriseId: string, journeyIds: readonly string[]) =>
  tx
    .selectFrom('journeyEntries as e')
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['e.journeyId', 'e.kind', 'e.word', 'e.settings', 'c.name as channelName'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.journeyId', 'in', [...journeyIds])
    .where('e.isActive', '=', true)
    .orderBy('e.createdAt')
    .execute();
