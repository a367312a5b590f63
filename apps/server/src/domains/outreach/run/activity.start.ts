import { activityStates, type FieldError, fieldError, type SealPart } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Wave } from '#platform/db/schema.outreach.ts';
import type { Actor, Ctx, EnterpriseContext } from '../../../context.ts';
import { noteTemplateSent } from '../../channel/door.ts';
import { holdRun, isTooLate, startRun } from '../../messaging/door.run.ts';
import {
  activityChanged,
  assertAllowed,
  assertMove,
  assertNamesPeople,
  changingActivity,
  tellMakersAndChecker,
  wordsOf,
} from '../activity/activity.moves.ts';
import { newAgain } from '../activity/activity.service.ts';
import { startFallback } from '../fallback/fallback.start.ts';
import { beginLaunch } from '../page/plan.page.ts';
import { brokenParts } from '../plan/activity.seal.ts';
import { type DecidedPlan, takePlan } from '../plan/plan.decision.ts';
import { holdCalendarOf, planInvalid } from '../plan/plan.ts';
import {
  type ActivityRow,
  accessActivity,
  activityNotFound,
  findActivity,
  lookAgainAt,
  updateActivity,
} from '../row/activity.repository.ts';
import { waveSizeOf } from '../row/activity.rules.ts';
import { addEntry, hasPostponed } from '../row/entry.repository.ts';

/** The starter of an iteration: a user, or the program at its time. */
type Starting = EnterpriseContext & { actor?: Actor };

type Outcome = { kind: 'started' } | { kind: 'refused'; faults: FieldError[] } | { kind: 'changed'; parts: SealPart[] };

/**
 * Starts an approved iteration now. Channel, template, people and prices are looked at again: what is not any more what was approved needs
 * another approval. Started twice, by whomever, it runs once.
 * @throws DomainError activity.invalid, activity.changed or activity.state_invalid
 */
export async function startByPerson(ctx: Ctx, activityId: string): Promise<void> {
  const before = await ctx.read((tx) => accessActivity(tx, ctx.actor, activityId));
  if (before.stateNow === activityStates.started || before.stateNow === activityStates.paused) return;
  assertMove(ctx.actor, 'start', before);
  assertNamesPeople(before);
  const outcome = await tryStart(ctx, before);
  if (outcome.kind === 'refused') throw planInvalid(outcome.faults);
  if (outcome.kind === 'changed') throw activityChanged(outcome.parts, '');
}

const postponedMs = 60_000;

/**
 * Starts an iteration at its time; a long overdue one is held at once, and people decide. One that cannot be sent yet is tried again each
 * minute, until its end; its maker and approver are notified.
 */
export async function startAtItsTime(ctx: EnterpriseContext, row: ActivityRow): Promise<void> {
  const { startsAt, plan } = row;
  const isLate = startsAt !== null && (await ctx.read((tx) => isTooLate(ctx, tx, startsAt, plan.calendarId || null)));
  const outcome = await tryStart(ctx, row, { isLate });
  if (outcome.kind !== 'refused') return;
  const reason = outcome.faults.map(({ message }) => message).join(' ');
  await ctx.transaction(async (tx) => {
    const now = await findActivity(tx, ctx.enterpriseId, row.activityId, { lock: true });
    if (now?.stateNow !== activityStates.scheduled) return;
    await lookAgainAt(tx, now, new Date(ctx.now().getTime() + postponedMs));
    if (await hasPostponed(tx, ctx.enterpriseId, row.activityId, reason)) return;
    await addEntry(ctx, tx, row.activityId, { kind: 'postponed', text: reason });
    await tellMakersAndChecker(ctx, tx, now, { kind: 'run_paused', code: 'activity.refused', values: { ...wordsOf(now), reason } });
  });
}

/** People that come with the start. */
type GivenPeople = { fileId: string; startKey: string; startHash: string };

/** Starts it, if it is still what was approved. */
export async function tryStart(ctx: Starting, before: ActivityRow, how: { given?: GivenPeople; isLate?: boolean } = {}): Promise<Outcome> {
  const { given } = how;
  const people = given && { ...before.plan.audience, fileId: given.fileId };
  const taken = await ctx.read((tx) => takePlan(ctx, tx, before.plan, people ? { people } : {}));
  const approved = before.approvedParts;
  const parts = taken.sealed && approved ? brokenParts(approved, taken.sealed.parts) : [];
  // An approved part that no longer exists is a change of the iteration; a channel that is down comes back.
  const lost: SealPart[] = taken.sealed ? [] : [taken.faults.some(({ field }) => field.startsWith('audience')) ? 'audience' : 'content'];
  const content: SealPart[] = taken.faults.some(({ field }) => field.endsWith('message.template')) ? ['content'] : [];
  const broken = [...new Set([...parts, ...lost, ...content])];
  if (broken.length > 0) return breakSeal(ctx, before, broken);
  const faults = [...taken.faults, ...taken.startFaults, ...endFaults(before, ctx.now())];
  if (faults.length > 0) return { kind: 'refused', faults };
  try {
    await ctx.transaction((tx) => start(ctx, tx, before, taken, how));
    return { kind: 'started' };
  } catch (error) {
    if (!(error instanceof NoMoney)) throw error;
    return { kind: 'refused', faults: [fieldError('audience', 'campaign.no_balance')] };
  }
}

/** The wallet does not hold what was estimated: nothing is started. */
class NoMoney extends Error {}

const endFaults = ({ endsAt }: ActivityRow, now: Date): FieldError[] =>
  endsAt && endsAt <= now ? [fieldError('schedule.endsAt', 'schedule.past')] : [];

/** It is New again, and who made and approved it are told; nothing was sent. */
function breakSeal(ctx: Starting, before: ActivityRow, parts: SealPart[]): Promise<Outcome> {
  return ctx.transaction(async (tx) => {
    const row = await findActivity(tx, ctx.enterpriseId, before.activityId, { lock: true });
    if (!row) throw activityNotFound();
    if (row.version !== before.version) {
      if (row.stateNow === activityStates.started) return { kind: 'started' };
      throw activityChanged([], row.seal);
    }
    assertAllowed('fallBack', row);
    await changingActivity(ctx, tx, row.activityId, 'edit', async () => {
      await updateActivity(tx, row, newAgain, { now: ctx.now() });
      await addEntry(ctx, tx, row.activityId, { kind: 'broken_seal', parts });
    });
    await tellMakersAndChecker(ctx, tx, row, {
      kind: 'approval_decided',
      code: 'activity.broken_seal',
      values: wordsOf(row),
    });
    return { kind: 'changed', parts };
  });
}

async function start(
  ctx: Starting,
  tx: Tx,
  before: ActivityRow,
  taken: DecidedPlan,
  { given, isLate = false }: { given?: GivenPeople; isLate?: boolean },
): Promise<void> {
  const { prepared, breakdown, priced } = taken;
  const { activityId, enterpriseId } = before;
  const row = await findActivity(tx, enterpriseId, activityId, { lock: true });
  if (!row) throw activityNotFound();
  // Somebody was first: it runs once.
  if (row.stateNow === activityStates.started || row.stateNow === activityStates.paused) return;
  if (row.version !== before.version) throw activityChanged([], row.seal);
  assertAllowed('start', row);
  await holdCalendarOf(tx, enterpriseId, row.plan);
  if (!prepared || !breakdown) throw new Error('A plan without faults was not prepared.');
  const { firstWave, quietHours, calendarId, perMinute } = row.plan;
  const now = ctx.now();
  const { contents } = prepared;
  const size = firstWave ? waveSizeOf(firstWave.percent, breakdown.reachable, contents.length) : 0;
  const wave: Wave | null = firstWave ? { size, result: '', waitsUntil: '', lookAt: now.toISOString(), shares: null } : null;
  await changingActivity(ctx, tx, activityId, 'start', async () => {
    await startRun(ctx, tx, {
      runId: activityId,
      source: 'CAMPAIGN',
      channelId: prepared.channel.channelId,
      templateId: prepared.templateId,
      message: prepared.message,
      contents: contents.length > 1 ? contents.map(({ templateId, message }) => ({ templateId, message })) : null,
      isMarketing: prepared.message.template.category === 'MARKETING',
      startsAt: null,
      perMinute: row.perMinute ?? perMinute,
      quietHours,
      calendarId: calendarId || null,
      releaseLeft: firstWave ? size : null,
    });
    const { page } = row.plan;
    if (page) {
      const environment = prepared.channel.environment === 'sandbox' ? 'sandbox' : 'production';
      await beginLaunch(ctx, tx, { activityId, name: row.name, page, environment, userId: row.lastEditedBy });
    }
    // The estimated cost is the iteration's own from now on; the unused rest goes back when it has ended.
    const cost = priced?.estimate.amount ?? 0;
    if (cost > 0 && !(await ctx.bill.reserve(ctx, tx, activityId, cost))) throw new NoMoney();
    const came = given ? { givenFileId: given.fileId, startKey: given.startKey, startHash: given.startHash } : {};
    const fallback = taken.fallback ? await startFallback(ctx, tx, row, taken.fallback) : {};
    await updateActivity(tx, row, { state: activityStates.started, startedAt: now, wave, ...fallback, ...came }, { now });
    for (const templateId of new Set(contents.map((content) => content.templateId)))
      await noteTemplateSent(tx, enterpriseId, templateId, now);
    await addEntry(ctx, tx, activityId, {
      kind: 'started',
      values: { audience: breakdown.reachable, ...(firstWave ? { firstWave: size } : {}) },
    });
  });
  if (isLate) await holdRun(ctx, tx, { runId: activityId, source: 'CAMPAIGN' }, 'LATE');
}
