import { type Activity, fieldError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import {
  activityChanged,
  assertAllowed,
  assertMove,
  changingActivity,
  tellApprovers,
  tellMakers,
  wordsOf,
} from '../activity/activity.moves.ts';
import { barOf } from '../activity/activity.present.ts';
import { accessSeen, present } from '../activity/activity.query.ts';
import { newAgain } from '../activity/activity.service.ts';
import { compareParts } from '../plan/activity.seal.ts';
import { pastFaults, takePlan } from '../plan/plan.decision.ts';
import { holdCalendarOf, lookUpPlan, planInvalid } from '../plan/plan.ts';
import { type ActivityRow, accessActivity, updateActivity } from '../row/activity.repository.ts';
import { addEntry, listEdits } from '../row/entry.repository.ts';

/**
 * Asks for approval: everything that it covers is taken as it is now, and sealed. The people are counted before the row is locked; a user
 * who edits it meanwhile gets an error.
 * @throws DomainError activity.invalid with all that is lacking, activity.state_invalid or activity.changed
 */
export async function submitActivity(ctx: Ctx, activityId: string): Promise<Activity> {
  const { before, taken } = await ctx.read(async (tx) => {
    const before = await accessSeen(ctx, tx, activityId);
    assertMove(ctx.actor, 'submit', before);
    const { names, faults } = await lookUpPlan(ctx, tx, before.plan, before.plan);
    const taken = await takePlan(ctx, tx, before.plan, { names });
    const told = new Set(taken.faults.map(({ field }) => field));
    const all = [...taken.faults, ...faults.filter(({ field }) => !told.has(field)), ...pastFaults(taken.times, ctx.now())];
    if (all.length > 0) throw planInvalid(all);
    return { before, taken };
  });
  const { sealed, breakdown, priced, times } = taken;
  if (!sealed || !breakdown) throw new Error('A plan without faults was not sealed.');
  return ctx.transaction(async (tx) => {
    const row = await accessActivity(tx, ctx.actor, activityId, { lock: true });
    if (row.version !== before.version) throw activityChanged([], row.seal);
    assertAllowed('submit', row);
    await holdCalendarOf(tx, row.enterpriseId, row.plan);
    await changingActivity(ctx, tx, activityId, 'submit', async () => {
      await updateActivity(
        tx,
        row,
        {
          approval: 'Submitted',
          seal: sealed.seal,
          sealParts: sealed.parts,
          breakdown,
          estimate: priced?.estimate ?? null,
          startsAt: times.startsAt,
          endsAt: times.endsAt,
          submittedBy: ctx.actor.userId,
          submitterEmail: ctx.actor.email,
          submittedAt: ctx.now(),
        },
        { now: ctx.now() },
      );
      await addEntry(ctx, tx, activityId, {
        kind: 'submitted',
        values: {
          audience: breakdown.reachable,
          ...(priced ? { amount: priced.estimate.amount, currency: priced.estimate.currency } : {}),
        },
      });
    });
    const after = await accessActivity(tx, ctx.actor, activityId);
    await tellApprovers(ctx, tx, after, {
      kind: 'approval_waiting',
      code: 'activity.waiting',
      values: { ...wordsOf(after), user: ctx.actor.name, audience: breakdown.reachable },
    });
    return present(ctx, tx, after);
  });
}

/** Takes a submission back. @throws DomainError activity.state_invalid */
export const withdrawActivity = (ctx: Ctx, activityId: string, reason: string): Promise<Activity> =>
  decide(ctx, activityId, async (tx, row) => {
    assertMove(ctx.actor, 'withdraw', row);
    await changingActivity(ctx, tx, activityId, 'cancel', async () => {
      await updateActivity(tx, row, newAgain, { now: ctx.now() });
      await addEntry(ctx, tx, activityId, { kind: 'withdrawn', text: reason });
    });
  });

/**
 * Approves what the seal stands for, and nothing that came after it.
 * @throws DomainError activity.changed with the parts that differ, activity.own_work for a user who has edited or submitted it
 */
export const approveActivity = (ctx: Ctx, activityId: string, { seal, note }: { seal: string; note: string }): Promise<Activity> =>
  decide(ctx, activityId, async (tx, row) => {
    const bar = barOf(ctx.actor, row);
    if (bar === 'last_editor' || bar === 'submitter')
      throw new DomainError('activity.own_work', 'You cannot approve your own work.', { why: bar });
    if (seal !== row.seal || row.seal === '') throw activityChanged(await partsSince(tx, row, seal), row.seal);
    assertMove(ctx.actor, 'approve', row);
    await changingActivity(ctx, tx, activityId, 'approve', async () => {
      await updateActivity(
        tx,
        row,
        { approval: 'Approved', decidedBy: ctx.actor.userId, decidedAt: ctx.now(), approvedParts: row.sealParts },
        { now: ctx.now() },
      );
      await addEntry(ctx, tx, activityId, { kind: 'approved', text: note.trim(), values: { seal } });
    });
    await tellMakers(ctx, tx, row, {
      kind: 'approval_decided',
      code: 'activity.approved',
      values: { ...wordsOf(row), user: ctx.actor.name },
    });
  });

/**
 * Lists the parts that changed since the seal that somebody has read, by the log. The seals themselves tell only that something differs.
 */
async function partsSince(tx: Tx, row: ActivityRow, seal: string) {
  const edits = await listEdits(tx, row.enterpriseId, row.activityId);
  const lastSubmitted = edits.findIndex(({ kind }) => kind === 'submitted');
  const since = edits.slice(0, row.seal === '' ? lastSubmitted + 1 : edits.length);
  const parts = new Set(since.flatMap(({ data }) => data.parts ?? []));
  if (row.rejectedParts && row.sealParts && seal !== '')
    for (const { part } of compareParts(row.rejectedParts, row.sealParts)) parts.add(part);
  return [...parts];
}

/** Sends it back. @throws DomainError activity.invalid without a reason */
export const rejectActivity = (ctx: Ctx, activityId: string, given: string): Promise<Activity> =>
  decide(ctx, activityId, async (tx, row) => {
    const reason = given.trim();
    if (reason === '') throw planInvalid([fieldError('reason', 'activity.reject_reason')]);
    assertMove(ctx.actor, 'reject', row);
    await changingActivity(
      ctx,
      tx,
      activityId,
      'reject',
      async () => {
        await updateActivity(
          tx,
          row,
          {
            approval: 'Rejected',
            decidedBy: ctx.actor.userId,
            decidedAt: ctx.now(),
            reason,
            rejections: row.rejections + 1,
            rejectedParts: row.sealParts,
          },
          { now: ctx.now() },
        );
        await addEntry(ctx, tx, activityId, { kind: 'rejected', text: reason });
      },
      reason,
    );
    await tellMakers(ctx, tx, row, {
      kind: 'approval_decided',
      code: 'activity.rejected',
      values: { ...wordsOf(row), user: ctx.actor.name, reason: reason.slice(0, 200) },
    });
  });

function decide(ctx: Ctx, activityId: string, work: (tx: Tx, row: ActivityRow) => Promise<void>): Promise<Activity> {
  return ctx.transaction(async (tx) => {
    await work(tx, await accessActivity(tx, ctx.actor, activityId, { lock: true }));
    return present(ctx, tx, await accessActivity(tx, ctx.actor, activityId));
  });
}
