import {
  type Activity,
  type ActivityEntry,
  type ActivityItem,
  type ActivityMove,
  activityMoves,
  activityStates,
  type Person,
  type PlanChange,
  type RunCounts,
} from '@parley/contract';
import { type Actor, can } from '../../../context.ts';
import { readTimes } from '../plan/plan.decision.ts';
import { type ActivityRow, standingOf } from '../row/activity.repository.ts';
import { approvalBarOf, isAllowed, overdueMs } from '../row/activity.rules.ts';
import type { EntryRow } from '../row/entry.repository.ts';

export const noCounts: RunCounts = { audience: 0, skipped: 0, failed: 0, inFlight: 0, unknown: 0, delivered: 0, read: 0, byReason: [] };

export const isMaker = (actor: Actor): boolean => can(actor, 'CAMPAIGNS.EDIT') || can(actor, 'CAMPAIGNS.CREATE');
export const mayApprove = (actor: Actor): boolean => can(actor, 'CAMPAIGNS.APPROVE') && actor.key === undefined;

const byMakers: readonly ActivityMove[] = ['edit', 'submit', 'withdraw', 'clone', 'retry', 'label'];

/** Tells whether somebody's rights reach for a move; whether it is allowed now, its rules say. */
export function mayMove(actor: Actor, move: ActivityMove): boolean {
  if (actor.key) return false;
  if (move === 'delete') return can(actor, 'CAMPAIGNS.DELETE');
  if (move === 'approve' || move === 'reject') return mayApprove(actor);
  return isMaker(actor) || (!byMakers.includes(move) && mayApprove(actor));
}

export const barOf = (actor: Actor, row: ActivityRow) => approvalBarOf({ ...actor, mayApprove: mayApprove(actor) }, row);

const personOf = (id: string | null, name: string | null): Person => ({ id: id ?? '', name: name ?? '' });
const timeOf = (at: Date | null): string => at?.toISOString() ?? '';

function nextActionOf(row: ActivityRow): Date | null {
  const { stateNow, startsAt, endsAt, wave } = row;
  if (row.completedAt || stateNow === activityStates.stopped) return null;
  if (stateNow === activityStates.scheduled) return startsAt;
  if (stateNow !== activityStates.started) return stateNow === activityStates.paused ? endsAt : null;
  const waits = wave?.result === '' && wave.waitsUntil !== '' ? new Date(wave.waitsUntil) : null;
  return waits && (!endsAt || waits < endsAt) ? waits : endsAt;
}

/** @param zone the enterprise's, where the plan names none */
export function presentItem(
  row: ActivityRow,
  { actor, counts, now, zone, quietUntil }: { actor: Actor; counts: RunCounts; now: Date; zone: string; quietUntil: Date | null },
): ActivityItem {
  const standing = standingOf(row);
  const whyNotApprove = barOf(actor, row);
  // A plan that was not submitted yet has no instants of its own.
  const { times } = readTimes(row.plan, zone);
  const [startsAt, endsAt] = row.seal === '' ? [times.startsAt, times.endsAt] : [row.startsAt, row.endsAt];
  return {
    id: row.activityId,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    number: row.number,
    name: row.name,
    approval: row.approval,
    state: row.stateNow,
    isCompleted: standing.isCompleted,
    maker: personOf(row.lastEditedBy, row.makerName),
    submittedBy: personOf(row.submittedBy, row.submitterName),
    submittedOn: timeOf(row.submittedAt),
    checker: personOf(row.decidedBy, row.checkerName),
    wavePercent: row.plan.firstWave?.percent ?? null,
    decidedOn: timeOf(row.decidedAt),
    reason: row.reason,
    rejections: row.rejections,
    channelId: row.channelId ?? '',
    channelName: row.channelName ?? '',
    channelType: row.channelType ?? 0,
    channelState: row.channelState ?? '',
    templateId: row.templateId ?? '',
    templateName: row.templateName ?? row.plan.message.template.templateId,
    templateStatus: row.templateStatus ?? '',
    audienceCount: row.breakdown?.reachable ?? null,
    scheduledOn: timeOf(startsAt),
    timeZone: times.timeZone,
    endsOn: timeOf(endsAt),
    isOverdue: row.approval === 'Submitted' && row.startsAt !== null && row.startsAt.getTime() - now.getTime() < overdueMs,
    estimate: row.estimate,
    startedOn: timeOf(row.startedAt),
    completedOn: timeOf(row.completedAt),
    nextActionOn: timeOf(nextActionOf(row)),
    counts,
    perMinute: row.perMinute ?? row.plan.perMinute,
    pauseReason: row.stateNow === activityStates.paused ? (row.pauseReason ?? '') : '',
    quietUntil: timeOf(quietUntil),
    version: row.version,
    createdOn: row.createdAt.toISOString(),
    updatedOn: row.updatedAt.toISOString(),
    may: activityMoves.filter(
      (move) =>
        mayMove(actor, move) &&
        isAllowed(move, standing) &&
        (move !== 'approve' || whyNotApprove === '') &&
        // Its people come with the start, which is a program's.
        !(row.plan.audience.given && (move === 'start' || move === 'schedule')),
    ),
    canApprove: whyNotApprove === '',
    whyNotApprove,
  };
}

export const presentEntry = (row: EntryRow): ActivityEntry => ({
  id: row.entryId,
  kind: row.kind as ActivityEntry['kind'],
  at: row.at.toISOString(),
  by: personOf(row.byUser, row.userName),
  text: row.body,
  parts: row.data.parts ?? [],
  values: row.data.values ?? {},
});

export const presentActivity = (
  row: ActivityRow,
  item: ActivityItem,
  more: {
    entries: readonly EntryRow[];
    compared: Activity['compared'];
    sinceRejection: PlanChange[];
    isStartDoubled: boolean;
    names: Activity['names'];
  },
): Activity => ({
  ...item,
  plan: row.plan,
  breakdown: row.breakdown,
  seal: row.seal,
  compared: more.compared,
  sinceRejection: more.sinceRejection,
  isStartDoubled: more.isStartDoubled,
  names: more.names,
  entries: more.entries.map(presentEntry),
});
