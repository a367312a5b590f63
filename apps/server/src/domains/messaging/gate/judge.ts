import { canonicalNumber, type SkipReason, type TemplateStatus } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Lookups, lookUp, type Recipient } from './gate.facts.ts';
import { decideGate } from './gate.ts';
import { createLeaveClock, isNeverReached, readOwnHours } from './quiet-hours.ts';

/** The purpose of a message. Marketing needs consent, and respects the cap and the quiet hours. */
export type Purpose = 'marketing' | 'utility' | 'authentication' | 'service';

/** The properties that the gate reads of messages that go together. */
export type Way = {
  channel: { channelId: string; type: number; state: string };
  purpose: Purpose;
  /** null: no template, free text */
  template: { status: TemplateStatus; hasMedia: boolean } | null;
  /** The resource for which runs have each address once */
  resourceId: string;
  /** Set for a run, which has each address once. @property mayRepeat whether the address may be among the run's earlier rows */
  unique: { since: Date; mayRepeat: (address: string) => boolean } | null;
  /** True if the caller has found the recipient on the blacklist; null: to be looked up */
  isBlocked: boolean | null;
  /** Free text may not be sent now */
  isWindowClosed: boolean;
  /** Rows of the ledger that go again: the cap does not count a message against itself */
  again?: readonly string[];
  /** Hours in which marketing may not leave, in each recipient's zone; null: those of the enterprise's settings, in its own zone */
  quietHours: { from: string; to: string } | null;
  /** Calendar in whose open hours alone anything leaves; none: at any hour */
  calendarId?: string | null;
};

/** @property missing required variables without a value. @property isTooLong with its values the channel refuses the message */
export type Addressed = Recipient & { missing: readonly string[]; isTooLong?: boolean; timeZones?: readonly string[] | undefined };
export type Judged<D> = { draft: D; reason: SkipReason | undefined; dueAt: Date };

const nobody: Lookups = { blocked: new Set(), optedOut: new Set(), repeated: new Set(), capped: new Set() };

/** Facts and gate for each draft, for sending and for callers who ask before. The wallet is asked when there is something to pay. */
export async function judge<D extends Addressed>(ctx: EnterpriseContext, tx: Read, way: Way, drafts: readonly D[]): Promise<Judged<D>[]> {
  const { channel, purpose, template } = way;
  const now = ctx.now();
  const isMarketing = purpose === 'marketing';
  const { known, dueAt, isNever } = await readFacts(ctx, tx, way, drafts, now);
  const seen = new Set<string>();
  return drafts.map((draft) => {
    const { address } = draft;
    const isIn = (addresses: ReadonlySet<string>) => address !== null && addresses.has(address);
    const line = address === null ? null : canonicalNumber(address);
    const isRepeated = way.unique !== null && ((line !== null && seen.has(line)) || isIn(known.repeated));
    if (line !== null) seen.add(line);
    const reason = decideGate({
      address,
      isRepeated,
      isBlocked: way.isBlocked ?? isIn(known.blocked),
      isOptedOut: isIn(known.optedOut),
      isMarketing,
      isChannelActive: channel.state === 'ACTIVE',
      template,
      missing: draft.missing,
      isTooLong: draft.isTooLong === true,
      isWindowClosed: way.isWindowClosed,
      isCapped: isIn(known.capped),
      isNeverOpen: isNever(draft),
      hasBalance: true,
    });
    return { draft, reason, dueAt: dueAt(draft) };
  });
}

/**
 * @property dueAt when a message may leave, past the quiet hours and while its calendar is open
 * @property isNever the calendar is open within the recipient's quiet hours alone
 */
type Facts = { known: Lookups; dueAt: (draft: Addressed) => Date; isNever: (draft: Addressed) => boolean };

/** A conversation's free text needs nothing that its caller does not know, and so costs no question here. */
async function readFacts(ctx: EnterpriseContext, tx: Read, way: Way, drafts: readonly Addressed[], now: Date): Promise<Facts> {
  const isMarketing = way.purpose === 'marketing';
  const { quietHours, calendarId = null } = way;
  if (way.isBlocked !== null && !isMarketing && way.unique === null && calendarId === null)
    return { known: nobody, dueAt: () => now, isNever: () => false };
  const ask = {
    channelId: way.channel.channelId,
    channelType: way.channel.type,
    isMarketing,
    again: way.again ?? [],
    run: way.unique ? { runId: way.resourceId, ...way.unique } : undefined,
    now,
  };
  const noCap = { isOn: false, count: 0, days: 0 };
  if (!isMarketing && calendarId === null)
    return { known: await lookUp(ctx, tx, { ...ask, cap: noCap }, drafts), dueAt: () => now, isNever: () => false };
  const own = await readOwnHours(tx, ctx.enterpriseId, calendarId === null ? [] : [calendarId]);
  const known = await lookUp(ctx, tx, { ...ask, cap: isMarketing ? own.frequencyCap : noCap }, drafts);
  const clock = createLeaveClock(own, now);
  // A run whose calendar opens no more is held when its messages are to leave.
  const bounds = { isMarketing, quietHours, calendarId };
  return {
    known,
    dueAt: ({ timeZones = [] }) => clock(bounds, timeZones) ?? now,
    isNever: ({ timeZones = [] }) => calendarId !== null && isNeverReached(clock, bounds, timeZones),
  };
}
