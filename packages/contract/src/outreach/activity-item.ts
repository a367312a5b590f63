import { Currency, Id, Instant } from '../fields.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';
import { RunCounts } from './broadcast.ts';
import { FallbackCost } from './fallback.ts';
import { approvals, SealPart } from './plan.ts';

/** Somebody of the enterprise, by name; both '' where nobody has done it. */
export const Person = z.object({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof Person>;

/** Expected cost of a sending by the prices of now. */
export const Estimate = z.object({
  /** Messages, or segments of short messages */
  units: z.number(),
  amount: Amount,
  currency: Currency,
  byCountry: z.array(z.object({ country: z.string(), units: z.number(), amount: Amount })),
  /** Apart from the amount, at most; left out where the plan has no fallback */
  fallback: FallbackCost.optional(),
});
export type Estimate = z.infer<typeof Estimate>;

/** Actions that a user may take on an iteration now; the server asks again. */
export const activityMoves = [
  'edit',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'comment',
  'start',
  'schedule',
  'pause',
  'resume',
  'choose',
  'stop',
  'speed',
  'clone',
  'retry',
  'sendAgain',
  'label',
  'delete',
] as const;
export type ActivityMove = (typeof activityMoves)[number];

/** Reasons why a user cannot approve: nothing waits, the right is missing, or it is their own work. */
export const approvalBars = ['', 'not_submitted', 'no_permission', 'last_editor', 'submitter'] as const;
export type ApprovalBar = (typeof approvalBars)[number];

/** An iteration as lists show it. */
export const ActivityItem = z
  .object({
    id: Id,
    campaignId: Id,
    campaignName: z.string(),
    number: z.number(),
    name: z.string(),
    approval: z.enum(approvals),
    state: z.number().int().min(0).max(5),
    /** Everything that could leave has left, or was stopped: shown 'Completed' when its state is Started */
    isCompleted: z.boolean(),
    /** User who edited it last */
    maker: Person,
    submittedBy: Person,
    submittedOn: z.union([Instant, z.literal('')]),
    /** User who approved or rejected it last */
    checker: Person,
    /** Percent that leave first, for iterations with a first part; null: all leave at once */
    wavePercent: z.number().nullable(),
    decidedOn: z.union([Instant, z.literal('')]),
    /** Reason of the last rejection */
    reason: z.string(),
    rejections: z.number(),
    channelId: z.string(),
    channelName: z.string(),
    channelType: z.number(),
    /** State of the channel as it is now: ACTIVE, or why nothing leaves */
    channelState: z.string(),
    templateId: z.string(),
    templateName: z.string(),
    templateStatus: z.string(),
    /** Number counted at the submission; null before */
    audienceCount: z.number().nullable(),
    /** Time when it is to start; '' as soon as somebody starts it */
    scheduledOn: z.union([Instant, z.literal('')]),
    timeZone: z.string(),
    endsOn: z.union([Instant, z.literal('')]),
    /** It waits for approval, and its time is within two hours */
    isOverdue: z.boolean(),
    estimate: Estimate.nullable(),
    startedOn: z.union([Instant, z.literal('')]),
    completedOn: z.union([Instant, z.literal('')]),
    /** Time when something happens by itself next: its start, the look at its first wave, its end */
    nextActionOn: z.union([Instant, z.literal('')]),
    counts: RunCounts,
    perMinute: z.number().nullable(),
    /** Reason why it is paused: ASKED, LIMITS, NO_BALANCE, CHOICE, TEMPLATE, LATE, CLOSED; '' when it is not */
    pauseReason: z.string(),
    /** Its quiet hours are now, by the enterprise's clock, or its calendar is closed: until when nothing of it leaves; '' otherwise */
    quietUntil: z.union([Instant, z.literal('')]),
    version: z.number(),
    createdOn: Instant,
    updatedOn: Instant,
    may: z.array(z.enum(activityMoves)),
    canApprove: z.boolean(),
    whyNotApprove: z.enum(approvalBars),
  })
  .meta({ id: 'ActivityItem' });
export type ActivityItem = z.infer<typeof ActivityItem>;

/** Kinds of entry in the log of an iteration, which is only added to. */
export const entryKinds = [
  'created',
  'edited',
  'submitted',
  'withdrawn',
  'asked',
  'answered',
  'approved',
  'rejected',
  'scheduled',
  'started',
  'paused',
  'resumed',
  'speed',
  'sent_again',
  'wave_waits',
  'wave_passed',
  'wave_stopped',
  'choice_waits',
  'chosen',
  'stopped',
  'fallback_waits',
  'ended',
  'completed',
  'not_approved_in_time',
  'broken_seal',
  'postponed',
  'moved',
  'checker_left',
] as const;
export const ActivityEntry = z
  .object({
    id: Id,
    kind: z.enum(entryKinds),
    at: Instant,
    /** Both '' for the program itself */
    by: Person,
    /** A reason, a note, a question or an answer; 'Not approved in time' and the like of the program */
    text: z.string(),
    /** Parts of the plan that it changed */
    parts: z.array(SealPart),
    /** Numbers that belong to it: perMinute, unsent, until, failedPercent … */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof ActivityEntry>;
