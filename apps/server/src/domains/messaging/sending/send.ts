import { channelTypes, countSegments, type SkipReason, type TemplateCategory } from '@parley/contract';
import { type OutgoingContent, overlongOf, plainTextOf } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit, writeBehind } from '#platform/db/transaction.ts';
import type { Drawn, PricedLine, Quoted } from '../../../bill.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findAnswered } from '../gate/automatic-mail.ts';
import { judge, type Purpose, type Way } from '../gate/judge.ts';
import { insertMessages, type LedgerBatch } from '../ledger/ledger.repository.ts';
import { wakeSending } from '../queue/wake.ts';
import { MoneyShort } from './payment.ts';

const purposes: Record<TemplateCategory, Purpose> = { MARKETING: 'marketing', UTILITY: 'utility', AUTHENTICATION: 'authentication' };
export const purposeOf = (category: TemplateCategory): Purpose => purposes[category];

/** The common properties of messages that are sent together: channel, sender and purpose. */
export type Road = Pick<LedgerBatch, 'source' | 'resourceId' | 'runId' | 'priority' | 'isOrdered' | 'isHeld' | 'chatId'> &
  Way & {
    channel: { environment: 'sandbox' | 'production'; vendor: string };
    template: { templateId: string | null; category: TemplateCategory } | null;
    /** The customer has written lately enough for a vendor's lower price of messages that are no marketing */
    isInWindow: boolean;
    /** Set for a run whose money was gathered for this batch: rows that it does not cover are skipped */
    hasGathered?: boolean;
    /** Set for a run that skips nobody for lack of money */
    waitsForMoney?: boolean;
    /** Hears what a batch has cost, and what its payer has left */
    onPaid?: (cost: number, left: number) => void;
  };

export type Draft = {
  messageId: string;
  road: Road;
  customerId: string | null;
  /** Its place in the run, or its number in the chat */
  number: number;
  /** null: the number is no valid one */
  address: string | null;
  /** The address as it was typed */
  given: string;
  /** The content as stored in the ledger's row */
  content: unknown;
  /** Number of priced units: segments of a short message, otherwise 1 */
  units: number;
  /** Required variables without a value */
  missing: readonly string[];
  /** The channel refuses a template that is as long as its values make this one */
  isTooLong?: boolean;
  /** Time zones whose quiet hours count, if the road has its own hours: IANA; none: the enterprise's */
  timeZones?: readonly string[] | undefined;
  /** Pauses before it */
  notBefore?: Date | undefined;
};
export type Decided = { draft: Draft; reason: SkipReason | undefined; dueAt: Date } & Paid;
type Paid = { cost: number; rateId: string | null };

/**
 * Sends: everything that leaves the product passes here. Facts, gate, price, then a row of the ledger for each draft and a place in the
 * queue for each that passed; the channel's sender is woken when the transaction has committed.
 * @returns what was decided, in the order of the drafts
 */
export async function send(ctx: EnterpriseContext, tx: Tx, drafts: readonly Draft[]): Promise<Decided[]> {
  const decided = await decide(ctx, tx, drafts);
  enterLedger(ctx, tx, decided);
  return decided;
}

/** Writes what was decided: rows of the ledger, places in the queue, and a wake-up after the commit. */
export function enterLedger(ctx: EnterpriseContext, tx: Tx, decided: readonly Decided[]): void {
  const at = ctx.now();
  for (const [road, rows] of Map.groupBy(decided, ({ draft }) => draft.road)) {
    const { channel, source, resourceId, runId, priority, isOrdered, isHeld, chatId, template } = road;
    const batch: LedgerBatch = {
      channelId: channel.channelId,
      source,
      resourceId,
      runId,
      templateId: template?.templateId ?? null,
      isSandbox: channel.environment === 'sandbox',
      priority,
      isOrdered,
      isHeld,
      chatId: chatId ?? null,
      at,
    };
    writeBehind(
      tx,
      insertMessages(
        tx,
        ctx.enterpriseId,
        batch,
        rows.map(({ draft, reason, cost, rateId, dueAt }) => ({
          messageId: draft.messageId,
          customerId: draft.customerId,
          number: draft.number,
          address: draft.address ?? draft.given.slice(0, 320),
          reason,
          content: draft.content,
          units: draft.units,
          cost,
          rateId,
          dueAt,
        })),
      ),
    );
  }
  wakeAfter(ctx, tx, decided);
}

/** Wakes the senders of the channels for which something was queued, once it is committed. */
export function wakeAfter(ctx: EnterpriseContext, tx: Tx, decided: readonly Decided[]): void {
  const queued = decided.filter(({ reason }) => reason === undefined);
  for (const channelId of new Set(queued.map(({ draft }) => draft.road.channel.channelId)))
    afterCommit(tx, () => wakeSending(ctx, ctx.enterpriseId, channelId));
}

/**
 * Facts, gate and price of each draft; nothing is written but what billing takes. Prices are asked beside the facts, so they cost no trip.
 * @throws MoneyShort where a run has to gather money first
 */
export async function decide(ctx: EnterpriseContext, tx: Tx, drafts: readonly Draft[]): Promise<Decided[]> {
  const decided = new Map<Draft, Decided>();
  for (const [road, members] of Map.groupBy(drafts, (draft) => draft.road)) {
    const [judged, quoted, answered] = await Promise.all([
      judge(ctx, tx, road, members),
      quote(ctx, tx, road, members),
      findAnswered(ctx, tx, road, members),
    ]);
    const unpaid = judged.map((one) => ({
      ...one,
      reason: one.reason ?? (answered.has(one.draft.address ?? '') ? ('ANSWERED_OFTEN' as const) : undefined),
      dueAt: later(one.dueAt, one.draft.notBefore),
      ...nothing,
    }));
    for (const one of await charge(ctx, tx, road, unpaid, quoted)) decided.set(one.draft, one);
  }
  return drafts.map((draft) => decided.get(draft) as Decided);
}

const later = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);
const nothing: Paid = { cost: 0, rateId: null };
const isFree = ({ channel }: Road): boolean => channel.environment === 'sandbox';

/** Converts a message on a road to the line that is priced; also for estimates. */
export const toPricedLine = (
  {
    channel,
    template,
    isInWindow,
  }: Pick<Road, 'isInWindow'> & {
    channel: Pick<Road['channel'], 'type' | 'vendor'>;
    template: { category: TemplateCategory } | null;
  },
  { address, units }: { address: string | null; units: number },
): PricedLine => ({
  channelType: channel.type,
  vendor: channel.vendor,
  category: template === null ? 'SERVICE' : template.category === 'UTILITY' && isInWindow ? 'UTILITY_IN_WINDOW' : template.category,
  address: address ?? '',
  units,
});

/** The price of each draft, under any verdict of the gate. Messages to the simulator cost nothing, and nobody is asked. */
function quote({ bill, enterpriseId, now }: EnterpriseContext, tx: Tx, road: Road, drafts: readonly Draft[]): Promise<Quoted[]> | Quoted[] {
  if (isFree(road)) return [];
  const lines = drafts.map((draft) => toPricedLine(road, draft));
  return bill.quote(tx, { enterpriseId, at: now() }, lines);
}

/** The last check of the gate: the payer's money covers as many as it covers, in their order. */
async function charge(
  { bill, enterpriseId }: EnterpriseContext,
  tx: Tx,
  road: Road,
  judged: readonly Decided[],
  quoted: readonly Quoted[],
): Promise<readonly Decided[]> {
  const places = judged.flatMap(({ reason }, place) => (reason === undefined ? [place] : []));
  if (isFree(road) || places.length === 0) return judged;
  const prices = places.map((place) => quoted[place]?.price ?? 0);
  const payer = road.runId === null ? { kind: 'conversation' as const } : { kind: 'run' as const, runId: road.runId };
  const { covered, isShort, left }: Drawn = await bill.draw(tx, enterpriseId, payer, prices);
  // A retried batch is priced against the current balance.
  const mayBeMore = payer.kind === 'run' && covered < prices.length && (road.waitsForMoney === true || road.hasGathered !== true);
  if (isShort || mayBeMore) throw new MoneyShort(places, prices);
  road.onPaid?.(
    prices.reduce((sum, price) => sum + price, 0),
    left,
  );
  const decided = [...judged];
  for (const [index, place] of places.entries()) {
    const one = judged[place] as Decided;
    decided[place] =
      index < covered ? { ...one, cost: prices[index] ?? 0, rateId: quoted[place]?.rateId ?? null } : { ...one, reason: 'NO_BALANCE' };
  }
  return decided;
}

/**
 * Counts the priced units of a message: a short message by its segments, any other as one. @param toContent what is sent, made only where
 * its length counts
 */
export const unitsOf = (channelType: number, toContent: () => OutgoingContent): number =>
  channelType === channelTypes.SMS ? Math.max(1, countSegments(plainTextOf(toContent())).segmentCount) : 1;

/** The effects of a message's length: on its price, and on whether the channel takes it. */
export type Measured = { units: number; isTooLong: boolean };
export const measure = (channelType: number, toContent: () => OutgoingContent): Measured => ({
  units: unitsOf(channelType, toContent),
  isTooLong: isTooLong(channelType, toContent),
});

/** Tells whether the values of a template make it longer than the channel takes. @param toContent what is sent, made only where that is asked */
export const isTooLong = (channelType: number, toContent: () => OutgoingContent): boolean =>
  channelType === channelTypes.WHATSAPP && overlongOf(channelType, toContent()).length > 0;
