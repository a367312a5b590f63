import type { JourneyScheduleRun, StartRefusal } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { openStreamChats } from '../../chat/door.ts';
import { keepAddresses } from '../../customer/door.ts';
import { admitAll, type Beginning, beginInstances } from './instance.start.ts';
import { updateLastRun } from './rule.repository.ts';
import { deleteStarts, findAddresses, findWaitingStarts, lockNextRule, type StartRule, type Waiting } from './waiting.repository.ts';

/** Reason why it has not begun; '': it has */
type Outcome = StartRefusal | '';

/** Up to the first who is there again: what a stream lets one person do twice is decided one after the other. */
function eachOnce(waiting: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  const again = waiting.findIndex(({ customerId }) => seen.size === seen.add(customerId).size);
  return again === -1 ? [...waiting] : waiting.slice(0, again);
}

type Partner = Omit<Beginning, 'chatId'>;

/** Chooses the customers who may begin: nobody gets a chat for a stream that does not let them in. */
async function choosePartners(
  ctx: EnterpriseContext,
  tx: Tx,
  rule: StartRule,
  waiting: readonly Waiting[],
): Promise<(Partner | StartRefusal)[]> {
  if (!rule.isOpen) return waiting.map(() => 'PAUSED');
  const addresses = await findAddresses(tx, ctx.enterpriseId, rule, waiting);
  const { channelId, entryId, kind, word } = rule;
  const partners = waiting.map(({ customerId, value }): Partner | StartRefusal => {
    const address = addresses.get(customerId);
    if (!address) return address === undefined ? 'GONE' : 'NO_ADDRESS';
    const entry = { kind, word, text: '', value, channel: channelId, lost: [] };
    return { customerId, address, entryId, entry, said: null };
  });
  const reached = partners.filter((one) => typeof one === 'object');
  const admissions = await admitAll(ctx, tx, rule, reached);
  const refusals = new Map(admissions.flatMap((one, place) => ('refused' in one ? [[reached[place], one.refused] as const] : [])));
  return partners.map((one) => (typeof one === 'string' ? one : (refusals.get(one) ?? one)));
}

async function beginAll(ctx: EnterpriseContext, tx: Tx, rule: StartRule, waiting: readonly Waiting[]): Promise<Outcome[]> {
  const chosen = await choosePartners(ctx, tx, rule, waiting);
  const partners = chosen.filter((one) => typeof one === 'object');
  const chats = await openStreamChats(ctx, tx, rule.channelId, partners);
  await keepAddresses(tx, ctx.enterpriseId, rule.channelId, partners);
  const beginnings = partners.flatMap((one) => {
    const chat = chats.get(one.customerId);
    return chat ? [{ ...one, address: chat.address, chatId: chat.chatId }] : [];
  });
  const begun = await beginInstances(ctx, tx, rule, beginnings);
  const byCustomer = new Map(beginnings.map(({ customerId }, place) => [customerId, begun[place]]));
  return chosen.map((one) => {
    if (typeof one === 'string') return one;
    const its = byCustomer.get(one.customerId);
    return its && 'instanceId' in its ? '' : (its?.refused ?? 'GONE');
  });
}

/** Adds the outcomes to the run of their schedule. */
export function countRun(run: JourneyScheduleRun, outcomes: readonly Outcome[]): JourneyScheduleRun {
  const counted = { ...run, refused: { ...run.refused } };
  for (const outcome of outcomes)
    if (outcome === '') counted.started += 1;
    else counted.refused[outcome] = (counted.refused[outcome] ?? 0) + 1;
  return counted;
}

async function noteRun(
  tx: Tx,
  enterpriseId: string,
  { entryId, lastRun }: StartRule,
  waiting: readonly Waiting[],
  outcomes: readonly Outcome[],
) {
  if (!lastRun) return;
  const ofRun = outcomes.filter((_, place) => waiting[place]?.dueAt?.toISOString() === lastRun.dueAt);
  if (ofRun.length === 0) return;
  await updateLastRun(tx, enterpriseId, entryId, countRun(lastRun, ofRun));
}

/**
 * Begins waiting starts, some of one rule. The same transaction removes them from the table and counts them: each begins once, even if
 * another worker looks at the same moment or one dies.
 * @returns how many were looked at; 0: none waits that nobody else has in hand
 */
export const beginWaiting = (ctx: EnterpriseContext): Promise<number> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const rule = await lockNextRule(tx, enterpriseId);
    const waiting = rule ? eachOnce(await findWaitingStarts(tx, enterpriseId, rule)) : [];
    if (!rule || waiting.length === 0) return 0;
    const outcomes = await beginAll(ctx, tx, rule, waiting);
    await noteRun(tx, enterpriseId, rule, waiting, outcomes);
    await deleteStarts(
      tx,
      enterpriseId,
      waiting.map(({ startId }) => startId),
    );
    return waiting.length;
  });
