import { type CallAnswer, type endpoints, fieldError, type JourneyEntry } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { accessChannel } from '../../channel/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { versionNotFound } from '../document/journey.compiled.ts';
import { presentPaused } from '../document/journey.paused.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { isRehearsed } from '../journey/journey.versions.ts';
import { insertEntry } from '../journey/published.repository.ts';
import { nameAbout } from '../reference/entry.about.ts';
import { linkOf } from './entry.link.ts';
import {
  deleteEntry,
  findChannelBots,
  findEntries,
  findEntry,
  findRehearsal,
  findSameEntry,
  type ListedEntry,
  lockActive,
  lockEntry,
  lockOtherVersions,
  updateEntries,
  updateEntry,
} from './entry.repository.ts';
import { nextOf } from './entry.schedule.ts';
import { type Attached, assertNamed, ruleOf } from './entry.settings.ts';

const entryNotFound = () => new DomainError('journey.entry_not_found', 'No such rule.', {});

const present = (
  { entryId, contactId, createdAt, by, journeyState, pausedBy, isTemplateReady, nextAt, ...row }: ListedEntry,
  about: ReadonlyMap<string, string>,
): JourneyEntry => ({
  ...row,
  isPaused: journeyState === 'PAUSED',
  pausedBy: presentPaused({ pausedBy, isTemplateReady }),
  about: about.get(row.word) ?? '',
  id: entryId,
  link: row.kind === 'keyword' || row.kind === 'link' ? linkOf({ type: row.channelType, contact: contactId, word: row.word }) : '',
  nextAt: nextAt?.toISOString() ?? null,
  since: createdAt.toISOString(),
  by: by ?? '',
});

async function readEntry(ctx: Ctx, tx: Tx, entryId: string): Promise<JourneyEntry> {
  const row = await findEntry(tx, ctx.enterpriseId, entryId);
  if (!row) throw entryNotFound();
  return present(row, await nameAbout(tx, ctx.actor, [row]));
}

type Listed = CallAnswer<typeof endpoints.publishing.list>;

/** Lists the rules that begin streams, and the bots that answer messages that begin none. */
export const listEntries = (ctx: Ctx, { journeyId, channelId }: { journeyId: string; channelId: string }): Promise<Listed> =>
  ctx.read(async (tx) => {
    const rows = await findEntries(tx, ctx.enterpriseId, { journeyId, channelId });
    const about = await nameAbout(tx, ctx.actor, rows);
    const bots = await findChannelBots(tx, ctx.enterpriseId, channelId);
    return { entries: rows.map((row) => present(row, about)), skills: journeyId === '' ? bots : [] };
  });

/**
 * Refuses a version in production that has not passed its saved conversations, unless it was let through with a reason.
 * @throws DomainError
 */
async function assertVersionFit(tx: Tx, enterpriseId: string, journeyId: string, version: number, environment: string): Promise<void> {
  const row = await findRehearsal(tx, enterpriseId, journeyId, version);
  if (!row) throw versionNotFound();
  if (environment === 'production' && !isRehearsed(row))
    throw new DomainError(
      'journey.not_rehearsed',
      `Version ${version} has no rehearsal that passed. Save a conversation, and publish again.`,
      { version },
    );
}

/** Words are one stream's on a channel; of calls and of changes a stream has the same rule once. */
const isConflict = (constraint: string | undefined): boolean =>
  constraint === 'journey_entries_by_word' || constraint === 'journey_entries_of_calls' || constraint === 'journey_entries_once';

/**
 * @throws DomainError journey.not_found, journey.version_not_found, channel.not_found, campaign.not_found, journey.not_rehearsed or
 * journey.entry_conflict
 */
export async function attachEntry(ctx: Ctx, attached: Attached): Promise<JourneyEntry> {
  const { journeyId, version: asked, channelId, kind } = attached;
  const { word: folded, settings } = ruleOf(attached);
  const entryId = newId();
  const { enterpriseId } = ctx;
  const write = ctx.transaction(async (tx) => {
    const row = await accessJourney(tx, enterpriseId, journeyId, { lock: true });
    const channel = await accessChannel(tx, enterpriseId, channelId);
    await assertNamed(ctx, tx, kind, folded);
    const nextAt = await nextOf(ctx, tx, settings);
    if (kind === 'schedule' && !nextAt) throw invalidRequest(fieldError('date', 'schedule.past'));
    const version = asked === 0 ? row.version : asked;
    await assertVersionFit(tx, enterpriseId, journeyId, version, channel.environment);
    await changing(ctx, tx, journeyRecord, journeyId, 'publish', () =>
      insertEntry(tx, {
        enterpriseId,
        entryId,
        journeyId,
        version,
        channelId,
        kind,
        word: folded,
        settings: JSON.stringify(settings),
        nextAt,
        priority: row.document.settings.priority,
        createdBy: ctx.actor.userId,
        createdAt: ctx.now(),
      }),
    );
    return readEntry(ctx, tx, entryId);
  });
  return write.catch(async (error: unknown) => {
    const taken = violatedConstraint(error);
    if (!isConflict(taken)) throw error;
    const isOwn = taken !== 'journey_entries_by_word';
    const other = await ctx.read((tx) =>
      findSameEntry(tx, enterpriseId, { channelId, kind, word: folded, journeyId: isOwn ? journeyId : '' }),
    );
    const name = other?.journeyName ?? '';
    throw new DomainError('journey.entry_conflict', `“${name}” has this rule on this channel already.`, { name }, { cause: error });
  });
}

async function accessLocked(tx: Tx, enterpriseId: string, entryId: string) {
  const row = await lockEntry(tx, enterpriseId, entryId);
  if (!row) throw entryNotFound();
  return row;
}

/** Another version, forward or back, or off and on. */
export const changeEntry = (
  ctx: Ctx,
  entryId: string,
  { version, isActive }: { version: number; isActive: boolean },
): Promise<JourneyEntry> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const entry = await accessLocked(tx, enterpriseId, entryId);
    const channel = await accessChannel(tx, enterpriseId, entry.channelId);
    if (version !== entry.version) await assertVersionFit(tx, enterpriseId, entry.journeyId, version, channel.environment);
    // One that is switched on again begins with the next time; what it has missed meanwhile nobody wanted.
    const nextAt = !isActive ? null : entry.isActive ? entry.nextAt : await nextOf(ctx, tx, entry.settings);
    await changing(ctx, tx, journeyRecord, entry.journeyId, 'publish', () =>
      updateEntry(tx, enterpriseId, entryId, { version, isActive, nextAt }),
    );
    return readEntry(ctx, tx, entryId);
  });

/**
 * Lets every rule of a stream begin this version, those that are switched off too. The caller has locked the stream.
 * @throws DomainError journey.not_rehearsed where one of them is on a production channel
 */
export async function renewEntries(ctx: Ctx, tx: Tx, journeyId: string, version: number): Promise<void> {
  const { enterpriseId } = ctx;
  const rows = await lockOtherVersions(tx, enterpriseId, journeyId, version);
  if (rows.length === 0) return;
  for (const environment of new Set(rows.map((row) => row.environment)))
    await assertVersionFit(tx, enterpriseId, journeyId, version, environment);
  await changing(ctx, tx, journeyRecord, journeyId, 'publish', () =>
    updateEntries(
      tx,
      enterpriseId,
      rows.map(({ entryId }) => entryId),
      { version },
    ),
  );
}

export const detachEntry = (ctx: Ctx, entryId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { journeyId } = await accessLocked(tx, ctx.enterpriseId, entryId);
    await changing(ctx, tx, journeyRecord, journeyId, 'publish', () => deleteEntry(tx, ctx.enterpriseId, entryId));
  });

/** Switches every rule of a channel off: its messages go to the bot or the queue. */
export const pauseEntries = (ctx: Ctx, channelId: string): Promise<{ paused: number }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await accessChannel(tx, enterpriseId, channelId);
    const rows = await lockActive(tx, enterpriseId, channelId);
    for (const [journeyId, entries] of Map.groupBy(rows, (row) => row.journeyId))
      await changing(ctx, tx, journeyRecord, journeyId, 'publish', () =>
        updateEntries(
          tx,
          enterpriseId,
          entries.map(({ entryId }) => entryId),
          { isActive: false, nextAt: null },
        ),
      );
    return { paused: rows.length };
  });
