import type { JourneyItem, JourneyState } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { journeyNotFound } from '../document/journey.access.ts';
import { presentPaused } from '../document/journey.paused.ts';
import { readyTemplate } from '../document/journey.repository.ts';
import { nameAbout } from '../reference/entry.about.ts';

export type JourneyFilter = { search: string; folder: string; state: JourneyState | ''; channelId: string; from: number; perPage: number };
const mostShown = 200;
const week = 7 * 86_400_000;

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
type Listed = Awaited<ReturnType<ReturnType<typeof selectJourneys>['execute']>>[number];

type Figures = { running: number; started: number; completed: number };

/** Counts from the figures that turns leave: those of the last days by the hour of their start, and all starts less all ends. */
async function countInstances(tx: Read, enterpriseId: string, journeyIds: readonly string[], since: Date): Promise<Map<string, Figures>> {
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

async function listEntryWords(
  { enterpriseId, actor }: Ctx,
  tx: Read,
  journeyIds: readonly string[],
): Promise<Map<string, JourneyItem['entries']>> {
  if (journeyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('journeyEntries as e')
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['e.journeyId', 'e.kind', 'e.word', 'e.settings', 'c.name as channelName'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.journeyId', 'in', [...journeyIds])
    .where('e.isActive', '=', true)
    .orderBy('e.createdAt')
    .execute();
  const about = await nameAbout(tx, actor, rows);
  const byJourney = Map.groupBy(rows, ({ journeyId }) => journeyId);
  return new Map(
    [...byJourney].map(([id, entries]) => [
      id,
      entries.map(({ kind, word, settings, channelName }) => ({
        kind,
        word,
        about: about.get(word) ?? '',
        settings,
        channelName: channelName ?? '',
      })),
    ]),
  );
}

function movesOf(actor: Actor, { state, version }: Pick<Listed, 'state' | 'version'>): JourneyItem['may'] {
  const may: JourneyItem['may'] = ['export'];
  if (can(actor, 'JOURNEYS.EDIT')) {
    may.push('edit', 'publish');
    if (version > 0) may.push(state === 'PAUSED' ? 'resume' : 'pause');
  }
  if (can(actor, 'JOURNEYS.CREATE')) may.push('clone');
  if (can(actor, 'JOURNEYS.DELETE')) may.push('delete');
  return may;
}

async function present(ctx: Ctx, tx: Read, rows: readonly Listed[]): Promise<JourneyItem[]> {
  const ids = rows.map(({ journeyId }) => journeyId);
  const figures = await countInstances(tx, ctx.enterpriseId, ids, new Date(ctx.now().getTime() - week));
  const entries = await listEntryWords(ctx, tx, ids);
  return rows.map((row) => ({
    id: row.journeyId,
    name: row.name,
    description: row.description,
    folder: row.folder,
    state: row.state,
    pausedBy: presentPaused(row),
    version: row.version,
    hasChanges: row.fingerprint !== row.publishedFingerprint,
    revision: row.revision,
    channels: row.channels.map(({ id, name }) => ({ id, name })),
    entries: entries.get(row.journeyId) ?? [],
    ...(figures.get(row.journeyId) ?? { running: 0, started: 0, completed: 0 }),
    updatedBy: row.updaterName ?? '',
    updatedOn: row.updatedAt.toISOString(),
    may: movesOf(ctx.actor, row),
  }));
}

export function listJourneys(ctx: Ctx, filter: JourneyFilter): Promise<{ journeys: JourneyItem[]; more: boolean; folders: string[] }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const rows = await selectJourneys(tx, ctx.enterpriseId)
      .$if(filter.search !== '', (query) => query.where('j.name', 'ilike', containing(filter.search)))
      .$if(filter.folder !== '', (query) => query.where('j.folder', '=', filter.folder))
      .$if(filter.state !== '', (query) => query.where('j.state', '=', filter.state as JourneyState))
      .$if(filter.channelId !== '', (query) =>
        query.where(sql<boolean>`j.document #> '{settings,channels}' @> ${JSON.stringify([{ id: filter.channelId }])}::jsonb`),
      )
      .orderBy('j.updatedAt', 'desc')
      .orderBy('j.journeyId', 'desc')
      .$call(pageOf({ from: filter.from, limit: limit + 1 }))
      .execute();
    const folders = await tx
      .selectFrom('journeys')
      .select('folder')
      .distinct()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('deletedAt', 'is', null)
      .where('folder', '<>', '')
      .orderBy('folder')
      .limit(200)
      .execute();
    return {
      journeys: await present(ctx, tx, rows.slice(0, limit)),
      more: rows.length > limit,
      folders: folders.map(({ folder }) => folder),
    };
  });
}

/** @throws DomainError journey.not_found */
export async function readJourney(ctx: Ctx, tx: Read, journeyId: string): Promise<JourneyItem> {
  const row = await selectJourneys(tx, ctx.enterpriseId).where('j.journeyId', '=', journeyId).executeTakeFirst();
  if (!row) throw journeyNotFound();
  const [item] = await present(ctx, tx, [row]);
  return item as JourneyItem;
}
export const getJourney = (ctx: Ctx, journeyId: string): Promise<JourneyItem> => ctx.read((tx) => readJourney(ctx, tx, journeyId));
