import { canonicalNumber, type SkipReason, type TemplateStatus } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { type Lookups, lookUp, type Recipient } from './gate.facts.ts';
import { decideGate } from './gate.ts';
import { createQuietClock } from './quiet-hours.ts';

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
  const { known, dueAt } = await readFacts(ctx, tx, way, drafts, now);
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
      hasBalance: true,
    });
    return { draft, reason, dueAt: dueAt(draft) };
  });
}

/** @property dueAt when a message may leave, past the quiet hours */
type Facts = { known: Lookups; dueAt: (draft: Addressed) => Date };

/** A conversation's free text needs nothing that its caller does not know, and so costs no question here. */
async function readFacts(ctx: EnterpriseContext, tx: Read, way: Way, drafts: readonly Addressed[], now: Date): Promise<Facts> {
  const isMarketing = way.purpose === 'marketing';
  if (way.isBlocked !== null && !isMarketing && way.unique === null) return { known: nobody, dueAt: () => now };
  const ask = {
    channelId: way.channel.channelId,
    channelType: way.channel.type,
    isMarketing,
    again: way.again ?? [],
    run: way.unique ? { runId: way.resourceId, ...way.unique } : undefined,
    now,
  };
  if (!isMarketing) {
    const known = await lookUp(ctx, tx, { ...ask, cap: { isOn: false, count: 0, days: 0 } }, drafts);
    return { known, dueAt: () => now };
  }
  const [settings, timeZone] = await Promise.all([readSendingSettings(tx, ctx.enterpriseId), readTimeZone(tx, ctx.enterpriseId)]);
  const known = await lookUp(ctx, tx, { ...ask, cap: settings.frequencyCap }, drafts);
  const clock = createQuietClock({ hours: settings.quietHours, timeZone }, now);
  return { known, dueAt: ({ timeZones = [] }: Addressed) => clock(way.quietHours, timeZones) };
}
