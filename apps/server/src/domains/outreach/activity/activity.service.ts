import { type Activity, type ActivityEntry, activityStates, type CampaignPlan, contentsOf } from '@parley/contract';
import { canonical } from '#platform/audit/changes.ts';
import { creating, excuse, recordChange } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { changedParts } from '../plan/activity.seal.ts';
import { toKnownPlan } from '../plan/plan.ts';
import { activityRecord } from '../row/activity.record.ts';
import {
  type ActivityRow,
  accessActivity,
  activityNotFound,
  findActivityByKey,
  findLastNumber,
  insertActivity,
  lockActivity,
  updateActivity,
} from '../row/activity.repository.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { addEntry, listEntries } from '../row/entry.repository.ts';
import { assertMove, changingActivity, tellApprovers, tellMakers, wordsOf } from './activity.moves.ts';
import { isMaker, presentEntry } from './activity.present.ts';
import { accessSeen, present } from './activity.query.ts';

type NewActivity = { campaignId: string; name: string; plan: CampaignPlan; requestKey: string };

/** Answers the iteration of the same key, or makes one. At the same moment the loser finds the winner's. */
async function makeOnce(ctx: Ctx, requestKey: string, make: (tx: Tx) => Promise<NewActivity>): Promise<Activity> {
  const write = () =>
    ctx.transaction(async (tx) => {
      const wanted = await make(tx);
      const repeated =
        wanted.requestKey === '' ? undefined : await findActivityByKey(tx, ctx.enterpriseId, ctx.actor.userId, wanted.requestKey);
      if (repeated) {
        excuse(tx, 'it was made before, by the same key');
        return present(ctx, tx, await accessSeen(ctx, tx, repeated));
      }
      const activityId = await creating(
        ctx,
        tx,
        activityRecord,
        (id) => id,
        () => insert(ctx, tx, wanted),
      );
      return present(ctx, tx, await accessSeen(ctx, tx, activityId));
    });
  return write().catch((error: unknown) => {
    if (requestKey === '' || violatedConstraint(error) !== 'activities_by_key') throw error;
    return write();
  });
}

/** The next number of the campaign, which is locked. */
async function insert(ctx: Ctx, tx: Tx, { campaignId, name, plan, requestKey }: NewActivity): Promise<string> {
  const { enterpriseId, actor } = ctx;
  const activityId = newId();
  const number = (await findLastNumber(tx, enterpriseId, campaignId)) + 1;
  const shownName = name.trim() || `#${number}`;
  await insertActivity(tx, enterpriseId, { activityId, campaignId, number, name: shownName, plan, by: actor, now: ctx.now(), requestKey });
  await addEntry(ctx, tx, activityId, { kind: 'created' });
  return activityId;
}

/** A new iteration with the plan that the campaign has now. @throws DomainError campaign.not_found */
export const createActivity = (ctx: Ctx, { campaignId, name, requestKey }: Omit<NewActivity, 'plan'>): Promise<Activity> =>
  makeOnce(ctx, requestKey, async (tx) => {
    const { plan } = await accessCampaign(tx, ctx.actor, campaignId, { lock: true });
    return { campaignId, name, plan, requestKey };
  });

/** A new iteration with the plan of another; the user who makes it is its maker. @throws DomainError activity.not_found */
export const cloneActivity = (
  ctx: Ctx,
  activityId: string,
  { name, requestKey }: Pick<NewActivity, 'name' | 'requestKey'>,
): Promise<Activity> =>
  makeOnce(ctx, requestKey, async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    assertMove(ctx.actor, 'clone', row);
    await accessCampaign(tx, ctx.actor, row.campaignId, { lock: true });
    return { campaignId: row.campaignId, name, plan: row.plan, requestKey };
  });

/** Keeps only the chosen content for people who are tried again; without a choice the contents are compared once more. */
function withChosen({ plan, chosenContent }: Pick<ActivityRow, 'plan' | 'chosenContent'>): CampaignPlan {
  const chosen = chosenContent === null ? undefined : contentsOf(plan)[chosenContent - 1];
  return chosen ? { ...plan, message: chosen.message, columnMapping: chosen.columnMapping, contents: [], choice: null } : plan;
}

/** A new iteration for people whose failure may be over by now; it is approved like any other. */
export const retryActivity = (ctx: Ctx, activityId: string, requestKey: string): Promise<Activity> =>
  makeOnce(ctx, requestKey, async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    assertMove(ctx.actor, 'retry', row);
    await accessCampaign(tx, ctx.actor, row.campaignId, { lock: true });
    // People whom the other channel has reached are not tried again.
    const reached = { groupIds: [], labelIds: [], activityIds: row.fallbackRunId === null ? [] : [activityId] };
    const plan: CampaignPlan = {
      ...withChosen(row),
      audience: {
        groupIds: [],
        labelIds: [],
        filterId: '',
        conditions: { match: 'all', clauses: [] },
        fileId: '',
        results: [{ activityId, result: 'failed_for_now' }],
        given: null,
        exclude: reached,
      },
      schedule: { ...row.plan.schedule, startsAt: '', endsAt: '' },
    };
    return { campaignId: row.campaignId, name: row.name, plan, requestKey };
  });

/**
 * Saves an iteration. A submitted, approved or rejected iteration is New again, and the log says which parts changed.
 * @throws DomainError activity.not_found, activity.state_invalid, activity.invalid or record.changed
 */
export function updateActivityPlan(
  ctx: Ctx,
  activityId: string,
  { version, name, plan: given }: { version: number; name: string; plan: CampaignPlan },
): Promise<Activity> {
  return ctx.transaction(async (tx) => {
    const row = await accessActivity(tx, ctx.actor, activityId, { lock: true });
    await assertVersion(ctx, tx, activityRecord, { id: activityId, version: row.version }, version);
    assertMove(ctx.actor, 'edit', row);
    const plan = await toKnownPlan(ctx, tx, given, row.plan);
    const isSame = name.trim() === row.name && canonical(plan) === canonical(row.plan);
    if (isSame && row.approval !== 'Rejected') {
      excuse(tx, 'nothing differs');
      return present(ctx, tx, row);
    }
    const parts = changedParts(row.plan, plan);
    await changingActivity(ctx, tx, activityId, 'edit', async () => {
      await updateActivity(
        tx,
        row,
        {
          name: name.trim(),
          plan,
          lastEditedBy: ctx.actor.userId,
          lastEditorEmail: ctx.actor.email,
          ...newAgain,
        },
        { now: ctx.now() },
      );
      await addEntry(ctx, tx, activityId, { kind: 'edited', parts, values: { approval: row.approval } });
    });
    return present(ctx, tx, await accessActivity(tx, ctx.actor, activityId));
  });
}

/** Fields that an iteration loses when it differs from the submitted one. Earlier decisions stay in its log. */
export const newAgain = {
  approval: 'New',
  state: activityStates.created,
  seal: '',
  sealParts: null,
  breakdown: null,
  estimate: null,
  startsAt: null,
  endsAt: null,
  submittedBy: null,
  submitterEmail: '',
  submittedAt: null,
} as const;

/** A question to the maker, or an answer; what waits for approval goes on waiting. */
export async function commentOn(
  ctx: Ctx,
  activityId: string,
  { text, requestKey }: { text: string; requestKey: string },
): Promise<{ entry: ActivityEntry }> {
  return ctx.transaction(async (tx) => {
    const seen = await accessSeen(ctx, tx, activityId);
    assertMove(ctx.actor, 'comment', seen);
    await lockActivity(tx, ctx.enterpriseId, activityId);
    const isOwn = isMaker(ctx.actor) && [seen.lastEditedBy, seen.submittedBy, seen.campaignBy].includes(ctx.actor.userId);
    const kind = isOwn ? 'answered' : 'asked';
    const entryId = await addEntry(ctx, tx, activityId, { kind, text: text.trim(), requestKey });
    if (entryId === undefined) excuse(tx, 'it was said before, by the same key');
    else {
      recordChange(ctx, tx, { record: activityRecord, id: activityId, action: 'comment', name: `${seen.campaignName} #${seen.number}` });
      const words = { values: { ...wordsOf(seen), user: ctx.actor.name, text: text.trim().slice(0, 200) } };
      if (isOwn) await tellApprovers(ctx, tx, seen, { kind: 'approval_waiting', code: 'activity.answered', ...words });
      else await tellMakers(ctx, tx, seen, { kind: 'approval_decided', code: 'activity.asked', ...words });
    }
    const rows = await listEntries(tx, ctx.enterpriseId, activityId);
    const row = rows.find(
      (one) => one.entryId === entryId || (requestKey !== '' && one.requestKey === requestKey && one.byUser === ctx.actor.userId),
    );
    if (!row) throw activityNotFound();
    return { entry: presentEntry(row) };
  });
}
