import { channelTypes, countSegments, type SkipReason, type TemplateCategory } from '@parley/contract';
import { type OutgoingContent, plainTextOf } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit, writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { judge, type Purpose, type Way } from './judge.ts';
import { insertMessages, type LedgerBatch } from './ledger.repository.ts';
import { wakeSending } from './wake.ts';

const purposes: Record<TemplateCategory, Purpose> = { MARKETING: 'marketing', UTILITY: 'utility', AUTHENTICATION: 'authentication' };
export const purposeOf = (category: TemplateCategory): Purpose => purposes[category];

/** What messages that are sent together have in common: by which channel, on whose behalf, what for. */
export type Road = Pick<LedgerBatch, 'source' | 'resourceId' | 'runId' | 'priority' | 'isOrdered' | 'isHeld'> &
  Way & {
    channel: { environment: 'sandbox' | 'production' };
    template: { templateId: string | null; category: TemplateCategory } | null;
  };

export type Draft = {
  messageId: string;
  road: Road;
  customerId: string | null;
  /** Its place in the run, or its number in the chat */
  number: number;
  /** null: the number is no valid one */
  address: string | null;
  /** As it was typed */
  given: string;
  /** As the row of the ledger keeps it */
  content: unknown;
  /** What the price is for: segments of a short message, otherwise 1 */
  units: number;
  /** Required variables without a value */
  missing: readonly string[];
  /** Whose quiet hours count, where the road has its own: IANA; undefined: the enterprise's */
  timeZone?: string | undefined;
};
export type Decided = { draft: Draft; reason: SkipReason | undefined; cost: number; dueAt: Date };

/**
 * Sends: everything that leaves the product passes here. Facts, gate, price, then a row of the ledger for each draft and a place in the
 * queue for each that passed; the channel's sender is woken when the transaction has committed.
 * @returns what was decided, in the order of the drafts
 */
export async function send(ctx: EnterpriseContext, tx: Tx, drafts: readonly Draft[]): Promise<Decided[]> {
  const decided = await decide(ctx, tx, drafts);
  const at = ctx.now();
  for (const [road, rows] of Map.groupBy(decided, ({ draft }) => draft.road)) {
    const { channel, source, resourceId, runId, priority, isOrdered, isHeld, template } = road;
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
      at,
    };
    writeBehind(
      tx,
      insertMessages(
        tx,
        ctx.enterpriseId,
        batch,
        rows.map(({ draft, reason, cost, dueAt }) => ({
          messageId: draft.messageId,
          customerId: draft.customerId,
          number: draft.number,
          address: draft.address ?? draft.given.slice(0, 320),
          reason,
          content: draft.content,
          cost,
          dueAt,
        })),
      ),
    );
  }
  wakeAfter(ctx, tx, decided);
  return decided;
}

/** Wakes the senders of the channels for which something was queued, once it is committed. */
export function wakeAfter(ctx: EnterpriseContext, tx: Tx, decided: readonly Decided[]): void {
  const queued = decided.filter(({ reason }) => reason === undefined);
  for (const channelId of new Set(queued.map(({ draft }) => draft.road.channel.channelId)))
    afterCommit(tx, () => wakeSending(ctx, ctx.enterpriseId, channelId));
}

/** Facts, gate and price of each draft; nothing is written but what billing takes. */
export async function decide(ctx: EnterpriseContext, tx: Tx, drafts: readonly Draft[]): Promise<Decided[]> {
  const decided = new Map<Draft, Decided>();
  for (const [road, members] of Map.groupBy(drafts, (draft) => draft.road)) {
    const judged = (await judge(ctx, tx, road, members)).map((one) => ({ ...one, cost: 0 }));
    for (const one of await charge(ctx, tx, road, judged)) decided.set(one.draft, one);
  }
  return drafts.map((draft) => decided.get(draft) as Decided);
}

/** The last check of the gate: the wallet covers as many as it covers, in their order. What goes to the simulator costs nothing. */
async function charge({ bill, enterpriseId }: EnterpriseContext, tx: Tx, road: Road, judged: readonly Decided[]): Promise<Decided[]> {
  const { channel, template, resourceId } = road;
  const passed = judged.filter(({ reason }) => reason === undefined);
  if (channel.environment === 'sandbox' || passed.length === 0) return [...judged];
  const lines = passed.map(({ draft }) => ({
    channelType: channel.type,
    category: template?.category ?? 'SERVICE',
    address: draft.address ?? '',
    units: draft.units,
  }));
  const prices = await bill.quote(tx, enterpriseId, lines);
  const covered = await bill.draw(tx, enterpriseId, resourceId, prices);
  const costs = new Map(passed.map((one, place) => [one, place < covered ? (prices[place] ?? 0) : undefined]));
  return judged.map((one) => {
    if (!costs.has(one)) return one;
    const cost = costs.get(one);
    return cost === undefined ? { ...one, reason: 'NO_BALANCE' } : { ...one, cost };
  });
}

/** What of a message has a price: a short message by its segments, any other as one. @param toContent what is sent, made only where its length counts */
export const unitsOf = (channelType: number, toContent: () => OutgoingContent): number =>
  channelType === channelTypes.SMS ? Math.max(1, countSegments(plainTextOf(toContent())).segmentCount) : 1;
