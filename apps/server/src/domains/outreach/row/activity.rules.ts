import type { ActivityMove, ActivityState, Approval, ApprovalBar } from '@parley/contract';

/** The state of an iteration: its approval, and the state of its run. */
export type Standing = {
  approval: Approval;
  state: ActivityState;
  isCompleted: boolean;
  hasRun: boolean;
  /** It is paused until somebody chooses one of its contents */
  isChoosing?: boolean;
};

/** Moves that the program makes by itself. */
type OwnMove = 'fallBack' | 'askChoice' | 'complete' | 'end' | 'expire';
export type Move = ActivityMove | OwnMove;

const [created, scheduled, started, paused, stopped, deleted] = [0, 1, 2, 3, 4, 5] as const;

type Rule = {
  approvals?: readonly Approval[];
  states: readonly ActivityState[];
  /** True if a started iteration has ended; left out: either */
  isCompleted?: boolean;
  hasRun?: true;
  /** True if a paused iteration waits for a choice; left out: either */
  isChoosing?: boolean;
  to?: Partial<Omit<Standing, 'hasRun'>>;
};

const alive = [created, scheduled, started, paused, stopped] as const;
/**
 * Every move of an iteration, and nothing else moves one (CAMP-002, screens 3.1). A scheduled or stopped one is not edited, only its clone
 * is. The program alone takes one back that is not any more what was approved.
 */
export const moves: Record<Move, Rule> = {
  edit: { states: [created], to: { approval: 'New' } },
  submit: { approvals: ['New'], states: [created], to: { approval: 'Submitted' } },
  withdraw: { approvals: ['Submitted'], states: [created], to: { approval: 'New' } },
  approve: { approvals: ['Submitted'], states: [created], to: { approval: 'Approved' } },
  reject: { approvals: ['Submitted'], states: [created], to: { approval: 'Rejected' } },
  comment: { states: alive },
  schedule: { approvals: ['Approved'], states: [created], to: { state: scheduled } },
  start: { approvals: ['Approved'], states: [created, scheduled], to: { state: started } },
  pause: { states: [started], isCompleted: false, to: { state: paused } },
  resume: { states: [paused], isChoosing: false, to: { state: started } },
  choose: { states: [paused], isChoosing: true, to: { state: started, isChoosing: false } },
  stop: { states: [scheduled, started, paused], isCompleted: false, to: { state: stopped } },
  speed: { states: [scheduled, started, paused], isCompleted: false },
  clone: { states: alive },
  retry: { states: [started, stopped], hasRun: true },
  sendAgain: { states: [started], hasRun: true },
  label: { states: [started, paused, stopped], hasRun: true },
  delete: { states: [created, stopped, started], to: { state: deleted } },
  fallBack: { approvals: ['Submitted', 'Approved'], states: [created, scheduled], to: { approval: 'New', state: created } },
  askChoice: { states: [started], isCompleted: false, hasRun: true, to: { state: paused, isChoosing: true } },
  complete: { states: [started], isCompleted: false, to: { isCompleted: true } },
  end: { states: [scheduled, started, paused], isCompleted: false, to: { state: stopped } },
  expire: { approvals: ['Rejected'], states: [created], to: { state: deleted } },
};

export function isAllowed(move: Move, { approval, state, isCompleted, hasRun, isChoosing = false }: Standing): boolean {
  const rule = moves[move];
  if (rule.approvals && !rule.approvals.includes(approval)) return false;
  if (!rule.states.includes(state) || (rule.hasRun && !hasRun)) return false;
  if (rule.isChoosing !== undefined && rule.isChoosing !== isChoosing) return false;
  if (move === 'delete' && state === started && !isCompleted) return false;
  return rule.isCompleted === undefined || rule.isCompleted === isCompleted;
}

/** Returns the state after a move; undefined if it is not allowed. */
export const afterMove = (move: Move, standing: Standing): Standing | undefined =>
  isAllowed(move, standing) ? { ...standing, ...moves[move].to, hasRun: standing.hasRun || move === 'start' } : undefined;

type Person = { userId: string; email: string };
type Work = {
  approval: Approval;
  lastEditedBy: string;
  lastEditorEmail: string;
  submittedBy: string | null;
  submitterEmail: string;
};

const isSame = (person: Person, userId: string | null, email: string): boolean =>
  person.userId === userId || (email !== '' && person.email.toLowerCase() === email.toLowerCase());

/** Returns the reason why somebody cannot approve; '' if they can. Their other roles change nothing. */
export function approvalBarOf(person: Person & { mayApprove: boolean }, work: Work): ApprovalBar {
  if (!person.mayApprove) return 'no_permission';
  if (work.approval !== 'Submitted') return 'not_submitted';
  if (isSame(person, work.lastEditedBy, work.lastEditorEmail)) return 'last_editor';
  return isSame(person, work.submittedBy, work.submitterEmail) ? 'submitter' : '';
}

const dayMs = 86_400_000;
export const rejectedDays = 90;
export const overdueMs = 2 * 3_600_000;
/** An audience may grow or shrink so far between the approval and the start. */
export const audienceTolerance = 0.02;

/** Delay after a change until a fallback whose people may still come is looked at. */
export const fallbackLookMs = 1_000;
export const isFallbackOpen = (row: { fallbackRunId: string | null; fallbackClosedAt: Date | null }): boolean =>
  row.fallbackRunId !== null && row.fallbackClosedAt === null;

type Timed = Standing & {
  startsAt: Date | null;
  endsAt: Date | null;
  updatedAt: Date;
  waveDueAt: Date | null;
  /** Due time of an open fallback; it waits for the first part */
  fallbackDueAt: Date | null;
};

/** Returns the time at which the program has to look at an iteration by itself next. */
export function dueAtOf({ approval, state, isCompleted, startsAt, endsAt, updatedAt, waveDueAt, fallbackDueAt }: Timed): Date | null {
  const soonest = (...times: (Date | null)[]) =>
    times.reduce((first, time) => (time && (!first || time < first) ? time : first), null as Date | null);
  if (state === stopped || state === deleted || isCompleted) return null;
  if (approval === 'Rejected') return new Date(updatedAt.getTime() + rejectedDays * dayMs);
  if (approval === 'Submitted') return startsAt;
  if (state === scheduled) return soonest(startsAt, endsAt);
  return state === created ? null : soonest(waveDueAt ?? fallbackDueAt, endsAt);
}

/** Returns the size of a run's first part. @param contents that are tried out in it: each for somebody */
export const waveSizeOf = (percent: number, count: number, contents = 1): number => Math.max(contents, Math.ceil((percent * count) / 100));

type Limits = { failedPercent: number | null; optedOutPercent: number | null; blockedPercent: number | null };
type Shares = { failed: number; optedOut: number; blocked: number };

/** Shares in percent, to two places, so that what is shown is what was compared. */
export const sharesOf = (counts: Shares, of: number): Shares => {
  const share = (count: number) => (of === 0 ? 0 : Math.round((10_000 * count) / of) / 100);
  return { failed: share(counts.failed), optedOut: share(counts.optedOut), blocked: share(counts.blocked) };
};

/** Tells whether a first part went worse than its limits allow. */
export const isOverLimits = ({ failed, optedOut, blocked }: Shares, { failedPercent, optedOutPercent, blockedPercent }: Limits): boolean =>
  [
    [failed, failedPercent],
    [optedOut, optedOutPercent],
    [blocked, blockedPercent],
  ].some(([share, limit]) => limit !== null && limit !== undefined && (share as number) > limit);

/** Tells whether so many are still the audience that was approved. */
export const isSameAudience = (approved: number, now: number): boolean => Math.abs(now - approved) <= approved * audienceTolerance;
