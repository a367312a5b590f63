import { type ActivityState, activityStates, type CampaignPlan } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { SealedParts } from '#platform/db/schema.outreach.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Actor } from '../../../context.ts';
import { lockRun } from '../../messaging/door.run.ts';
import { dueAtOf, fallbackLookMs, isFallbackOpen, type Standing } from './activity.rules.ts';
import { maySee } from './campaign.repository.ts';
import { findFallbackRun } from './runs.repository.ts';

export const activityNotFound = () => new DomainError('activity.not_found', 'No such iteration.', {});

const fallbackRun = sql`select f.pause_reason from send_runs f
  where f.enterprise_id = a.enterprise_id and f.run_id = a.fallback_run_id and f.is_paused`;
/** Its runs tell whether it is paused: a pause, by billing too, changes one place. */
export const stateNow = sql<ActivityState>`case when a.state = ${sql.lit(activityStates.started)} and a.completed_at is null
  and (coalesce(r.is_paused, false) or exists (${fallbackRun})) then ${sql.lit(activityStates.paused)} else a.state end`;

/** Iterations with their campaign, run, channel and template as these are now, and the people who worked on them. */
export const selectActivities = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .leftJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'a.enterpriseId').onRef('r.runId', '=', 'a.activityId'))
    .leftJoin('channels as h', (join) => join.onRef('h.enterpriseId', '=', 'a.enterpriseId').onRef('h.channelId', '=', 'a.channelId'))
    .leftJoin('templates as t', (join) => join.onRef('t.enterpriseId', '=', 'a.enterpriseId').onRef('t.templateId', '=', 'a.templateId'))
    .leftJoin('users as m', (join) => join.onRef('m.enterpriseId', '=', 'a.enterpriseId').onRef('m.userId', '=', 'a.lastEditedBy'))
    .leftJoin('users as s', (join) => join.onRef('s.enterpriseId', '=', 'a.enterpriseId').onRef('s.userId', '=', 'a.submittedBy'))
    .leftJoin('users as d', (join) => join.onRef('d.enterpriseId', '=', 'a.enterpriseId').onRef('d.userId', '=', 'a.decidedBy'))
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .selectAll('a')
    .select([
      'c.name as campaignName',
      'c.createdBy as campaignBy',
      'r.runId',
      'r.state as runState',
      'r.isPaused',
      'r.releaseLeft',
      'r.chosenContent',
      'h.name as channelName',
      'h.type as channelType',
      'h.state as channelState',
      't.name as templateName',
      't.status as templateStatus',
      't.category as templateCategory',
      'm.name as makerName',
      's.name as submitterName',
      'd.name as checkerName',
    ])
    .select([stateNow.as('stateNow'), sql<string | null>`coalesce(nullif(r.pause_reason, ''), (${fallbackRun}))`.as('pauseReason')]);

export type ActivityRow = Awaited<ReturnType<ReturnType<typeof selectActivities>['execute']>>[number];

export const standingOf = (row: Pick<ActivityRow, 'approval' | 'stateNow' | 'completedAt' | 'runId' | 'pauseReason'>): Standing => ({
  approval: row.approval,
  state: row.stateNow,
  isCompleted: row.completedAt !== null,
  hasRun: row.runId !== null,
  isChoosing: row.stateNow === activityStates.paused && row.pauseReason === 'CHOICE',
});

/**
 * One iteration by its id, for the program itself.
 * @param lock nobody else changes it until the end of the transaction. Its run is locked first, then its fallback's, as the end of a run
 * has done before the iteration is asked for.
 */
export async function findActivity(
  tx: Read,
  enterpriseId: string,
  activityId: string,
  { lock = false } = {},
): Promise<ActivityRow | undefined> {
  if (lock) {
    await lockRun(tx, enterpriseId, activityId);
    const fallbackRunId = await findFallbackRun(tx, enterpriseId, activityId);
    if (fallbackRunId !== null) await lockRun(tx, enterpriseId, fallbackRunId);
    await lockActivity(tx, enterpriseId, activityId);
  }
  return selectActivities(tx, enterpriseId).where('a.activityId', '=', activityId).executeTakeFirst();
}

/** The iterations of a campaign that is not in the bin, and that are not themselves. */
export const listIterations = (tx: Read, enterpriseId: string, campaignId: string): Promise<ActivityRow[]> =>
  selectActivities(tx, enterpriseId).where('a.campaignId', '=', campaignId).orderBy('a.number').execute();

/** The audience of an iteration: its plan's, or the people who came with its start. */
export const audienceOf = ({ plan, givenFileId }: Pick<ActivityRow, 'plan' | 'givenFileId'>): CampaignPlan['audience'] =>
  givenFileId === null ? plan.audience : { ...plan.audience, fileId: givenFileId };

/** The runs of an iteration, in the order in which they are locked. */
export const runsOf = ({ activityId, fallbackRunId }: Pick<ActivityRow, 'activityId' | 'fallbackRunId'>): string[] => [
  activityId,
  ...(fallbackRunId === null ? [] : [fallbackRunId]),
];

/** The plan of an iteration, also of one in the bin. */
export async function findPlan(tx: Read, enterpriseId: string, activityId: string): Promise<CampaignPlan | undefined> {
  const row = await tx
    .selectFrom('activities')
    .select('plan')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .executeTakeFirst();
  return row?.plan;
}

export async function lockActivity(tx: Read, enterpriseId: string, activityId: string): Promise<void> {
  await tx
    .selectFrom('activities')
    .select('activityId')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .forUpdate()
    .execute();
}

/** The iteration, if the enterprise has it and the actor may see its campaign. @throws DomainError activity.not_found */
export async function accessActivity(tx: Read, actor: Actor, activityId: string, { lock = false } = {}): Promise<ActivityRow> {
  const seen = await selectActivities(tx, actor.enterpriseId)
    .where('a.activityId', '=', activityId)
    .where(maySee(actor))
    .executeTakeFirst();
  if (!seen) throw activityNotFound();
  if (!lock) return seen;
  const row = await findActivity(tx, actor.enterpriseId, activityId, { lock });
  if (!row) throw activityNotFound();
  return row;
}

type Json<T> = T | null;
export type ActivityChange = Partial<
  Pick<
    ActivityRow,
    | 'name'
    | 'plan'
    | 'approval'
    | 'state'
    | 'lastEditedBy'
    | 'lastEditorEmail'
    | 'submittedBy'
    | 'submitterEmail'
    | 'submittedAt'
    | 'decidedBy'
    | 'decidedAt'
    | 'reason'
    | 'rejections'
    | 'seal'
    | 'breakdown'
    | 'estimate'
    | 'startsAt'
    | 'endsAt'
    | 'startedAt'
    | 'completedAt'
    | 'perMinute'
    | 'wave'
    | 'isPauseTold'
    | 'fallbackRunId'
    | 'fallbackSweptTo'
    | 'fallbackUntil'
    | 'fallbackClosedAt'
    | 'givenFileId'
    | 'startKey'
    | 'startHash'
    | 'deletedAt'
  > & { sealParts: Json<SealedParts>; approvedParts: Json<SealedParts>; rejectedParts: Json<SealedParts> }
>;

const jsonColumns = ['plan', 'sealParts', 'approvedParts', 'rejectedParts', 'breakdown', 'estimate', 'wave'] as const;

/** Changes an iteration, counts its version, and says when the program looks at it by itself next. */
export async function updateActivity(
  tx: Tx,
  row: ActivityRow,
  change: ActivityChange,
  { now, isPaused }: { now: Date; isPaused?: boolean },
) {
  const after = { ...row, ...change };
  const json = Object.fromEntries(
    jsonColumns.flatMap((name) => (name in change ? [[name, change[name] === null ? null : JSON.stringify(change[name])]] : [])),
  );
  const state =
    after.state === activityStates.started && (isPaused ?? row.stateNow === activityStates.paused) ? activityStates.paused : after.state;
  const dueAt = dueAtOf({
    approval: after.approval,
    state,
    isCompleted: after.completedAt !== null,
    hasRun: row.runId !== null,
    startsAt: after.startsAt,
    endsAt: after.endsAt,
    updatedAt: now,
    waveDueAt: after.wave?.result === '' ? new Date(after.wave.lookAt) : null,
    fallbackDueAt: isFallbackOpen(after) ? new Date(now.getTime() + fallbackLookMs) : null,
  });
  await tx
    .updateTable('activities')
    .set({ ...change, ...json, version: row.version + 1, updatedAt: now, dueAt } as never)
    .where('enterpriseId', '=', row.enterpriseId)
    .where('activityId', '=', row.activityId)
    .execute();
}

/** Tells the program to look again at a time, or never; nothing that people see changes. */
export async function lookAgainAt(tx: Tx, row: Pick<ActivityRow, 'enterpriseId' | 'activityId'>, dueAt: Date | null): Promise<void> {
  await tx
    .updateTable('activities')
    .set({ dueAt })
    .where('enterpriseId', '=', row.enterpriseId)
    .where('activityId', '=', row.activityId)
    .execute();
}

/** Iterations of all enterprises at which the program has to look now. */
export async function listDue(db: Read, now: Date, limit: number): Promise<{ enterpriseId: string; activityId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; activityId: string }>`select * from due_activities(${now}, ${limit})`.execute(db);
  return rows;
}

/** The iteration that somebody made by a key. */
export async function findActivityByKey(tx: Read, enterpriseId: string, userId: string, requestKey: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('activities')
    .select('activityId')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
  return row?.activityId;
}

/** The highest number of a campaign's iterations; 0 where it has none. */
export async function findLastNumber(tx: Read, enterpriseId: string, campaignId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('activities')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** @property by its first editor too */
type NewActivity = {
  activityId: string;
  campaignId: string;
  number: number;
  name: string;
  plan: CampaignPlan;
  by: Pick<Actor, 'userId' | 'email'>;
  now: Date;
  requestKey: string;
};

export async function insertActivity(tx: Tx, enterpriseId: string, { plan, by, now, ...row }: NewActivity): Promise<void> {
  await tx
    .insertInto('activities')
    .values({
      enterpriseId,
      ...row,
      plan: JSON.stringify(plan),
      createdBy: by.userId,
      createdAt: now,
      updatedAt: now,
      lastEditedBy: by.userId,
      lastEditorEmail: by.email,
    })
    .execute();
}

/** The values of an iteration that the audit trail keeps. */
export const findActivityRecord = (tx: Read, enterpriseId: string, activityId: string) =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .leftJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'a.enterpriseId').onRef('r.runId', '=', 'a.activityId'))
    .select([
      'a.name',
      'c.name as campaign',
      'a.number',
      'a.approval',
      'a.plan',
      'a.seal',
      'a.reason as rejectReason',
      'a.perMinute',
      'a.completedAt',
    ])
    .select(stateNow.as('state'))
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.activityId', '=', activityId)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
