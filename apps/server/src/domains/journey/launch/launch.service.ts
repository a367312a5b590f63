import {
  type EncapLaunch,
  type LaunchConfig,
  type LaunchFigures,
  type LaunchState,
  launchStates,
  pagesPath,
  type ReminderFigures,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { makeCodes } from '#platform/codes.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { versionNotFound } from '../document/journey.compiled.ts';
import { accessEncap } from '../encap/encap.query.ts';
import { remindersJson } from '../encap/encap.reach.ts';
import { ensurePageChannels } from '../encap/encap.service.ts';
import { findRequest, insertRequest, lockRequest } from '../instance/request.repository.ts';
import { isRehearsed } from '../journey/journey.versions.ts';
import { countLinks, endLinks, figuresOf } from '../link/link.repository.ts';
import { countReminders } from '../link/reminder.repository.ts';
import { findRehearsal } from '../publish/rule.repository.ts';
import { launchRecord } from './launch.record.ts';
import { findLaunch, hasLinks, insertLaunch, type ListedLaunch, listLaunches, updateLaunch } from './launch.repository.ts';

export const launchNotFound = () => new DomainError('encap.launch_not_found', 'No such launch.', {});
const mostShown = 200;

/** @throws DomainError encap.not_found or encap.launch_not_found, for a launch of another encap too */
export async function accessLaunch(
  tx: Read,
  enterpriseId: string,
  { encapId, instanceId }: { encapId: string; instanceId: string },
  options: { lock?: boolean } = {},
): Promise<ListedLaunch> {
  await accessEncap(tx, enterpriseId, encapId);
  const row = await findLaunch(tx, enterpriseId, instanceId, options);
  if (row?.journeyId !== encapId) throw launchNotFound();
  return row;
}

const noLinks: LaunchFigures = figuresOf([]);
const noReminders: ReminderFigures = { made: 0, sent: 0, heldBack: 0 };
export const presentLaunch = (
  { publicUrl }: Pick<Ctx, 'publicUrl'>,
  row: ListedLaunch,
  figures: LaunchFigures = noLinks,
  reminders: ReminderFigures = noReminders,
): EncapLaunch => ({
  id: row.launchId,
  name: row.name,
  mode: row.mode,
  number: row.number,
  state: row.state,
  reason: row.reason,
  expiryDays: row.expiryDays,
  expiryDate: row.expiryDate,
  scheduledOn: row.scheduledOn?.toISOString() ?? '',
  openUrl: row.openCode === null ? '' : `${publicUrl()}${pagesPath}${row.openCode}`,
  activityId: row.mode === 'BULK' ? row.launchId : '',
  figures,
  remindHours: row.reminders?.hours ?? [],
  reminders,
  createdOn: row.createdAt.toISOString(),
  createdBy: row.by ?? '',
  version: row.version,
});

export const readLaunches = (
  ctx: Ctx,
  encapId: string,
  { from, perPage }: { from: number; perPage: number },
): Promise<{ instances: EncapLaunch[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const limit = perPage === -1 ? mostShown : perPage;
    await accessEncap(tx, ctx.enterpriseId, encapId);
    const rows = await listLaunches(tx, ctx.enterpriseId, encapId, { from, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const ids = shown.map(({ launchId }) => launchId);
    const figures = await countLinks(tx, ctx.enterpriseId, ids);
    const reminders = await countReminders(tx, ctx.enterpriseId, ids);
    const present = (row: ListedLaunch) => presentLaunch(ctx, row, figures.get(row.launchId), reminders.get(row.launchId));
    return { instances: shown.map(present), more: rows.length > limit };
  });

async function readLaunch(ctx: Ctx, tx: Read, launchId: string): Promise<EncapLaunch> {
  const row = await findLaunch(tx, ctx.enterpriseId, launchId);
  if (!row) throw launchNotFound();
  return presentWhole(ctx, tx, row);
}
async function presentWhole(ctx: Ctx, tx: Read, row: ListedLaunch): Promise<EncapLaunch> {
  const { launchId } = row;
  const figures = (await countLinks(tx, ctx.enterpriseId, [launchId])).get(launchId);
  return presentLaunch(ctx, row, figures, (await countReminders(tx, ctx.enterpriseId, [launchId])).get(launchId));
}
type Params = { encapId: string; instanceId: string };
export const getLaunch = (ctx: Ctx, params: Params): Promise<EncapLaunch> =>
  ctx.read(async (tx) => readLaunch(ctx, tx, (await accessLaunch(tx, ctx.enterpriseId, params)).launchId));

/** The version that a launch leads through. @throws DomainError encap.not_published, or journey.version_not_found */
async function numberOf(tx: Read, enterpriseId: string, encap: { journeyId: string; published: number }, asked: number): Promise<number> {
  if (encap.published === 0) throw new DomainError('encap.not_published', 'Publish the encap first.', {});
  const number = asked === 0 ? encap.published : asked;
  if (!(await findRehearsal(tx, enterpriseId, encap.journeyId, number))) throw versionNotFound();
  return number;
}

async function addLaunch(ctx: Ctx, tx: Tx, encapId: string, { scheduledOn, number: asked, ...config }: LaunchConfig): Promise<string> {
  const { enterpriseId } = ctx;
  const encap = await accessEncap(tx, enterpriseId, encapId);
  const number = await numberOf(tx, enterpriseId, encap, asked);
  const now = ctx.now();
  const launchId = idAt(now);
  const [openCode = ''] = makeCodes(1);
  await creating(
    ctx,
    tx,
    launchRecord,
    () => launchId,
    () =>
      insertLaunch(tx, {
        ...{ enterpriseId, launchId, journeyId: encapId, ...config, name: config.name.trim(), number },
        scheduledOn: scheduledOn === '' ? null : new Date(scheduledOn),
        openCode: config.mode === 'LINK' ? openCode : null,
        createdBy: ctx.actor.userId,
        createdAt: now,
        reminders: remindersJson(encap.properties),
      }),
  );
  return launchId;
}

/** @throws DomainError encap.not_found, encap.not_published or journey.version_not_found */
export const createLaunch = (ctx: Ctx, encapId: string, config: LaunchConfig): Promise<EncapLaunch> =>
  ctx.transaction(async (tx) => readLaunch(ctx, tx, await addLaunch(ctx, tx, encapId, config)));

/** @throws DomainError record.changed, or encap.launch_fixed where links lead through it already */
export const saveLaunch = (
  ctx: Ctx,
  params: Params,
  { version, scheduledOn, number: asked, ...config }: LaunchConfig & { version: number },
) =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessLaunch(tx, enterpriseId, params, { lock: true });
    await assertVersion(ctx, tx, launchRecord, { id: row.launchId, version: row.version }, version);
    const encap = await accessEncap(tx, enterpriseId, params.encapId);
    const number = asked === 0 ? row.number : await numberOf(tx, enterpriseId, encap, asked);
    if (row.mode === 'BULK') throw new DomainError('encap.launch_fixed', 'The iteration of a campaign decides about this launch.', {});
    const isFixed = row.state > launchStates.scheduled || (await hasLinks(tx, enterpriseId, row.launchId));
    if (isFixed && (config.mode !== row.mode || number !== row.number))
      throw new DomainError('encap.launch_fixed', 'The way and the version of a launch stay once it has begun.', {});
    const openCode = config.mode === 'LINK' ? (row.openCode ?? makeCodes(1)[0] ?? null) : null;
    await changing(ctx, tx, launchRecord, row.launchId, 'edit', () =>
      updateLaunch(tx, enterpriseId, row.launchId, {
        ...{ ...config, name: config.name.trim(), number, openCode },
        scheduledOn: scheduledOn === '' ? null : new Date(scheduledOn),
      }),
    );
    return readLaunch(ctx, tx, row.launchId);
  });

const { created, scheduled, started, paused, stopped, deleted } = launchStates;
/** States from which each may be reached (CAMP-033). */
const reachedFrom: Record<LaunchState, readonly LaunchState[]> = {
  [created]: [],
  [scheduled]: [created],
  [started]: [created, scheduled, paused],
  [paused]: [started],
  [stopped]: [scheduled, started, paused],
  [deleted]: [created, stopped],
};
const words = ['created', 'scheduled', 'started', 'paused', 'stopped', 'deleted'];

async function move(ctx: Ctx, tx: Tx, row: ListedLaunch, to: LaunchState, reason: string): Promise<void> {
  const { enterpriseId } = ctx;
  const { launchId } = row;
  if (!reachedFrom[to].includes(row.state))
    throw new DomainError('encap.launch_state', `The launch is ${words[row.state]}: it cannot be ${words[to]}.`, { state: row.state });
  if (to === deleted && row.mode === 'BULK') throw new DomainError('encap.launch_fixed', 'This launch goes with its iteration.', {});
  const now = ctx.now();
  if (to === scheduled && !(row.scheduledOn && row.scheduledOn > now))
    throw new DomainError('encap.launch_unscheduled', 'Give the launch a moment in the future first.', {});
  if (to === started) await assertFit(ctx, tx, row);
  if (to === deleted) {
    const { notSent, unopened, opened, inProgress, handedOver } = (await countLinks(tx, enterpriseId, [launchId])).get(launchId) ?? noLinks;
    const open = notSent + unopened + opened + inProgress + handedOver;
    if (open > 0)
      throw new DomainError('encap.links_open', `${open} ${open === 1 ? 'link is' : 'links are'} open. Stop the launch, and wait.`, {
        open,
      });
    await changing(ctx, tx, launchRecord, launchId, 'delete', () =>
      updateLaunch(tx, enterpriseId, launchId, { state: to, reason, openCode: null }),
    );
    return;
  }
  await changing(ctx, tx, launchRecord, launchId, 'edit', () => updateLaunch(tx, enterpriseId, launchId, { state: to, reason }));
  // People who have begun may finish.
  if (to === stopped) await endLinks(tx, enterpriseId, { launchId }, { state: 'CLOSED', from: ['UNSENT', 'MADE', 'OPENED'], at: now });
}

/** A launch is production: its version has passed its saved conversations, as every stream's has. @throws DomainError journey.not_rehearsed or encap.retired */
async function assertFit(ctx: Ctx, tx: Tx, row: ListedLaunch): Promise<void> {
  const encap = await accessEncap(tx, ctx.enterpriseId, row.journeyId);
  if (encap.retiredAt) throw new DomainError('encap.retired', 'The encap is retired.', {});
  const rehearsal = await findRehearsal(tx, ctx.enterpriseId, row.journeyId, row.number);
  if (!rehearsal || !isRehearsed(rehearsal))
    throw new DomainError(
      'journey.not_rehearsed',
      `Version ${row.number} has no rehearsal that passed. Save a conversation, and publish again.`,
      { version: row.number },
    );
  await ensurePageChannels(ctx, tx, encap);
}

/** @throws DomainError encap.launch_state, encap.launch_unscheduled, journey.not_rehearsed or encap.links_open */
export const setLaunchState = (ctx: Ctx, params: Params, { state, reason }: { state: number; reason: string }): Promise<EncapLaunch> =>
  ctx.transaction(async (tx) => {
    const row = await accessLaunch(tx, ctx.enterpriseId, params, { lock: true });
    await move(ctx, tx, row, state as LaunchState, reason.trim());
    if (state === deleted) return presentWhole(ctx, tx, { ...row, state: deleted, openCode: null });
    return readLaunch(ctx, tx, row.launchId);
  });

export const deleteLaunch = async (ctx: Ctx, params: Params): Promise<void> => {
  await setLaunchState(ctx, params, { state: deleted, reason: '' });
};

type Launching = { campaignId: string; instanceId: string; config?: LaunchConfig | undefined; requestKey: string };

/** Starts a launch, or makes one and starts it (CAMP-034). A call that is repeated with its key answers the same launch. @throws DomainError as createLaunch and setLaunchState do */
export const startLaunch = (ctx: Ctx, { campaignId, instanceId, config, requestKey }: Launching): Promise<EncapLaunch> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const key = requestKey === '' ? '' : `launch ${campaignId} ${requestKey}`;
    if (key !== '') {
      await lockRequest(tx, enterpriseId, key);
      const former = await findRequest(tx, enterpriseId, key);
      if (former) return readLaunch(ctx, tx, String((former.result as { launchId: string }).launchId));
    }
    if (instanceId === '' && !config) throw new DomainError('encap.launch_missing', 'Name a launch, or say what it is to be.', {});
    const launchId = instanceId === '' ? await addLaunch(ctx, tx, campaignId, config as LaunchConfig) : instanceId;
    const row = await accessLaunch(tx, enterpriseId, { encapId: campaignId, instanceId: launchId }, { lock: true });
    const isLater = row.scheduledOn !== null && row.scheduledOn > ctx.now();
    await move(ctx, tx, row, isLater && row.state === created ? scheduled : started, '');
    if (key !== '') await insertRequest(tx, { enterpriseId, requestKey: key, result: JSON.stringify({ launchId }), at: ctx.now() });
    return readLaunch(ctx, tx, launchId);
  });
