import type { JourneyItem } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { journeyNotFound } from '../document/journey.access.ts';
import { presentPaused } from '../document/journey.paused.ts';
import { nameAbout } from '../reference/rule.about.ts';
import {
  countInstances,
  findActiveRules,
  findListed,
  findListedById,
  type JourneyFilter,
  type Listed,
  listFolders,
} from './list.repository.ts';

const mostShown = 200;
const week = 7 * 86_400_000;

async function listRuleWords(
  { enterpriseId, actor }: Ctx,
  tx: Read,
  journeyIds: readonly string[],
): Promise<Map<string, JourneyItem['entries']>> {
  if (journeyIds.length === 0) return new Map();
  const rows = await findActiveRules(tx, enterpriseId, journeyIds);
  const about = await nameAbout(tx, actor, rows);
  const byJourney = Map.groupBy(rows, ({ journeyId }) => journeyId);
  return new Map(
    [...byJourney].map(([id, rules]) => [
      id,
      rules.map(({ kind, word, settings, channelName }) => ({
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
  const rules = await listRuleWords(ctx, tx, ids);
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
    entries: rules.get(row.journeyId) ?? [],
    ...(figures.get(row.journeyId) ?? { running: 0, started: 0, completed: 0 }),
    updatedBy: row.updaterName ?? '',
    updatedOn: row.updatedAt.toISOString(),
    may: movesOf(ctx.actor, row),
  }));
}

export function listJourneys(ctx: Ctx, filter: JourneyFilter): Promise<{ journeys: JourneyItem[]; more: boolean; folders: string[] }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const rows = await findListed(tx, ctx.enterpriseId, filter, limit + 1);
    const folders = await listFolders(tx, ctx.enterpriseId);
    return {
      journeys: await present(ctx, tx, rows.slice(0, limit)),
      more: rows.length > limit,
      folders,
    };
  });
}

/** @throws DomainError journey.not_found */
export async function readJourney(ctx: Ctx, tx: Read, journeyId: string): Promise<JourneyItem> {
  const row = await findListedById(tx, ctx.enterpriseId, journeyId);
  if (!row) throw journeyNotFound();
  const [item] = await present(ctx, tx, [row]);
  return item as JourneyItem;
}
export const getJourney = (ctx: Ctx, journeyId: string): Promise<JourneyItem> => ctx.read((tx) => readJourney(ctx, tx, journeyId));
