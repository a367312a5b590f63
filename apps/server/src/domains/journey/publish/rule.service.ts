import { type CallAnswer, type endpoints, fieldError, type JourneyRule } from '@parley/contract';
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
import { insertRule } from '../journey/published.repository.ts';
import { nameAbout } from '../reference/rule.about.ts';
import { linkOf } from './rule.link.ts';
import {
  deleteRule,
  findChannelBots,
  findRehearsal,
  findRule,
  findRules,
  findSameRule,
  type ListedRule,
  lockActive,
  lockOtherVersions,
  lockRule,
  updateRule,
  updateRules,
} from './rule.repository.ts';
import { nextOf } from './rule.schedule.ts';
import { type Attached, assertNamed, ruleOf } from './rule.settings.ts';

const ruleNotFound = () => new DomainError('journey.entry_not_found', 'No such rule.', {});

const present = (
  { entryId, contactId, createdAt, by, journeyState, pausedBy, isTemplateReady, nextAt, ...row }: ListedRule,
  about: ReadonlyMap<string, string>,
): JourneyRule => ({
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

async function readRule(ctx: Ctx, tx: Tx, entryId: string): Promise<JourneyRule> {
  const row = await findRule(tx, ctx.enterpriseId, entryId);
  if (!row) throw ruleNotFound();
  return present(row, await nameAbout(tx, ctx.actor, [row]));
}

type Listed = CallAnswer<typeof endpoints.publishing.list>;

/** Lists the rules that begin streams, and the bots that answer messages that begin none. */
export const listRules = (ctx: Ctx, { journeyId, channelId }: { journeyId: string; channelId: string }): Promise<Listed> =>
  ctx.read(async (tx) => {
    const rows = await findRules(tx, ctx.enterpriseId, { journeyId, channelId });
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
export async function attachRule(ctx: Ctx, attached: Attached): Promise<JourneyRule> {
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
      insertRule(tx, {
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
    return readRule(ctx, tx, entryId);
  });
  return write.catch(async (error: unknown) => {
    const taken = violatedConstraint(error);
    if (!isConflict(taken)) throw error;
    const isOwn = taken !== 'journey_entries_by_word';
    const other = await ctx.read((tx) =>
      findSameRule(tx, enterpriseId, { channelId, kind, word: folded, journeyId: isOwn ? journeyId : '' }),
    );
    const name = other?.journeyName ?? '';
    throw new DomainError('journey.entry_conflict', `“${name}” has this rule on this channel already.`, { name }, { cause: error });
  });
}

async function accessLocked(tx: Tx, enterpriseId: string, entryId: string) {
  const row = await lockRule(tx, enterpriseId, entryId);
  if (!row) throw ruleNotFound();
  return row;
}

/** Another version, forward or back, or off and on. */
export const changeRule = (
  ctx: Ctx,
  entryId: string,
  { version, isActive }: { version: number; isActive: boolean },
): Promise<JourneyRule> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const rule = await accessLocked(tx, enterpriseId, entryId);
    const channel = await accessChannel(tx, enterpriseId, rule.channelId);
    if (version !== rule.version) await assertVersionFit(tx, enterpriseId, rule.journeyId, version, channel.environment);
    // One that is switched on again begins with the next time; what it has missed meanwhile nobody wanted.
    const nextAt = !isActive ? null : rule.isActive ? rule.nextAt : await nextOf(ctx, tx, rule.settings);
    await changing(ctx, tx, journeyRecord, rule.journeyId, 'publish', () =>
      updateRule(tx, enterpriseId, entryId, { version, isActive, nextAt }),
    );
    return readRule(ctx, tx, entryId);
  });

/**
 * Lets every rule of a stream begin this version, those that are switched off too. The caller has locked the stream.
 * @throws DomainError journey.not_rehearsed where one of them is on a production channel
 */
export async function renewRules(ctx: Ctx, tx: Tx, journeyId: string, version: number): Promise<void> {
  const { enterpriseId } = ctx;
  const rows = await lockOtherVersions(tx, enterpriseId, journeyId, version);
  if (rows.length === 0) return;
  for (const environment of new Set(rows.map((row) => row.environment)))
    await assertVersionFit(tx, enterpriseId, journeyId, version, environment);
  await changing(ctx, tx, journeyRecord, journeyId, 'publish', () =>
    updateRules(
      tx,
      enterpriseId,
      rows.map(({ entryId }) => entryId),
      { version },
    ),
  );
}

export const detachRule = (ctx: Ctx, entryId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { journeyId } = await accessLocked(tx, ctx.enterpriseId, entryId);
    await changing(ctx, tx, journeyRecord, journeyId, 'publish', () => deleteRule(tx, ctx.enterpriseId, entryId));
  });

/** Switches every rule of a channel off: its messages go to the bot or the queue. */
export const pauseRules = (ctx: Ctx, channelId: string): Promise<{ paused: number }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await accessChannel(tx, enterpriseId, channelId);
    const rows = await lockActive(tx, enterpriseId, channelId);
    for (const [journeyId, rules] of Map.groupBy(rows, (row) => row.journeyId))
      await changing(ctx, tx, journeyRecord, journeyId, 'publish', () =>
        updateRules(
          tx,
          enterpriseId,
          rules.map(({ entryId }) => entryId),
          { isActive: false, nextAt: null },
        ),
      );
    return { paused: rows.length };
  });
