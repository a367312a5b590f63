import type { SkipReason, TemplateStatus } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { type Lookups, lookUp, type Recipient } from './gate.facts.ts';
import { afterAllQuietHours, afterQuietHours, decideGate } from './gate.ts';

/** What a message is for. Marketing needs consent, and respects the cap and the quiet hours. */
export type Purpose = 'marketing' | 'utility' | 'authentication' | 'service';

/** What the gate asks of messages that go together. */
export type Way = {
  channel: { channelId: string; type: number; state: string };
  purpose: Purpose;
  /** null: no template, free text */
  template: { status: TemplateStatus; hasMedia: boolean } | null;
  /** What runs have each address once for */
  resourceId: string;
  /** Of a run, which has each address once. @property mayRepeat whether the address may be among the run's earlier rows */
  unique: { since: Date; mayRepeat: (address: string) => boolean } | null;
  /** Whom the caller has found on the blacklist; null: it is to be looked up */
  isBlocked: boolean | null;
  /** Free text may not be sent now */
  isWindowClosed: boolean;
  /** When marketing may not leave, in each recipient's zone; null: as the enterprise's settings say, in its own */
  quietHours: { from: string; to: string } | null;
};

/** @property missing required variables without a value */
export type Addressed = Recipient & { missing: readonly string[]; timeZones?: readonly string[] | undefined };
export type Judged<D> = { draft: D; reason: SkipReason | undefined; dueAt: Date };

const nobody: Lookups = { blocked: new Set(), optedOut: new Set(), repeated: new Set(), capped: new Set() };

/** Facts and gate for each draft, as sending has them and whoever asks before. The wallet is asked when there is something to pay. */
export async function judge<D extends Addressed>(ctx: EnterpriseContext, tx: Tx, way: Way, drafts: readonly D[]): Promise<Judged<D>[]> {
  const { channel, purpose, template } = way;
  const now = ctx.now();
  const isMarketing = purpose === 'marketing';
  const { known, dueAt } = await readFacts(ctx, tx, way, drafts, now);
  const seen = new Set<string>();
  return drafts.map((draft) => {
    const { address } = draft;
    const isIn = (addresses: ReadonlySet<string>) => address !== null && addresses.has(address);
    const isRepeated = way.unique !== null && (isIn(seen) || isIn(known.repeated));
    if (address !== null) seen.add(address);
    const reason = decideGate({
      address,
      isRepeated,
      isBlocked: way.isBlocked ?? isIn(known.blocked),
      isOptedOut: isIn(known.optedOut),
      isMarketing,
      isChannelActive: channel.state === 'ACTIVE',
      template,
      missing: draft.missing,
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
async function readFacts(ctx: EnterpriseContext, tx: Tx, way: Way, drafts: readonly Addressed[], now: Date): Promise<Facts> {
  const isMarketing = way.purpose === 'marketing';
  if (way.isBlocked !== null && !isMarketing && way.unique === null) return { known: nobody, dueAt: () => now };
  const ask = {
    channelId: way.channel.channelId,
    channelType: way.channel.type,
    isMarketing,
    run: way.unique ? { runId: way.resourceId, ...way.unique } : undefined,
    now,
  };
  if (!isMarketing) {
    const known = await lookUp(ctx, tx, { ...ask, cap: { isOn: false, count: 0, days: 0 } }, drafts);
    return { known, dueAt: () => now };
  }
  const [settings, timeZone] = await Promise.all([readSendingSettings(tx, ctx.enterpriseId), readTimeZone(tx, ctx.enterpriseId)]);
  const known = await lookUp(ctx, tx, { ...ask, cap: settings.frequencyCap }, drafts);
  if (way.quietHours === null) {
    const dueAt = afterQuietHours(now, settings.quietHours, timeZone);
    return { known, dueAt: () => dueAt };
  }
  const hours = { isOn: true, ...way.quietHours };
  const byZones = new Map<string, Date>();
  const dueIn = (zones: readonly string[]): Date => {
    const key = zones.join(' ');
    const dueAt = byZones.get(key) ?? afterAllQuietHours(now, hours, zones);
    byZones.set(key, dueAt);
    return dueAt;
  };
  return { known, dueAt: ({ timeZones = [] }: Addressed) => dueIn(timeZones.length > 0 ? timeZones : [timeZone]) };
}
