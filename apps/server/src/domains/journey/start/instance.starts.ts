import type { JourneyEntryKind, JourneyScheduleRun, StartRefusal } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { openStreamChats } from '../../chat/door.ts';
import { keepAddresses } from '../../customer/door.ts';
import { addressOn } from '../row/reach.repository.ts';
import { admitAll, type Beginning, beginInstances } from './instance.start.ts';

const batch = 100;

type Rule = {
  entryId: string;
  journeyId: string;
  version: number;
  channelId: string;
  channelType: number;
  kind: JourneyEntryKind;
  word: string;
  lastRun: JourneyScheduleRun | null;
  /** It is on, and its stream neither paused nor in the bin */
  isOpen: boolean;
};
type Waiting = { startId: number; customerId: string; value: string; dueAt: Date | null };
/** Reason why it has not begun; '': it has */
type Outcome = StartRefusal | '';

/**
 * The rule whose turn it is: changes by people before imports and schedules, which bring thousands. Another worker that begins some has
 * other rules.
 */
async function lockRule(tx: Tx, enterpriseId: string): Promise<Rule | undefined> {
  const { rows } = await sql<Rule>`
    select e.entry_id, e.journey_id, e.version, e.channel_id, c.type as channel_type, e.kind, e.word, e.last_run,
      e.is_active and j.state = 'PUBLISHED' and j.deleted_at is null as is_open
    from journey_entries e
    join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id
    join channels c on c.enterprise_id = e.enterprise_id and c.channel_id = e.channel_id
    where e.enterprise_id = ${enterpriseId} and e.entry_id = (
      select s.entry_id from journey_starts s where s.enterprise_id = ${enterpriseId} and not s.is_held
      order by s.due_at is not null or s.import_id is not null, s.start_id limit 1)
    for no key update of e skip locked`.execute(tx);
  return rows[0];
}

const readWaiting = (tx: Tx, enterpriseId: string, { entryId }: Rule): Promise<Waiting[]> =>
  tx
    .selectFrom('journeyStarts')
    .select(['startId', 'customerId', 'value', 'dueAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .where('isHeld', '=', false)
    .orderBy('startId')
    .limit(batch)
    .execute();

/** Up to the first who is there again: what a stream lets one person do twice is decided one after the other. */
function eachOnce(waiting: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  const again = waiting.findIndex(({ customerId }) => seen.size === seen.add(customerId).size);
  return again === -1 ? [...waiting] : waiting.slice(0, again);
}

/** Finds the current address of each; a customer who has left the phone book is missing, one without an address has null. */
async function findAddresses(tx: Tx, enterpriseId: string, rule: Rule, waiting: readonly Waiting[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ customerId: string; address: string | null }>`
    select c.customer_id, ${addressOn(rule)} as address from customers c
    where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${waiting.map(({ customerId }) => customerId)}::uuid[])
      and c.deleted_at is null`.execute(tx);
  return new Map(rows.map(({ customerId, address }) => [customerId, address]));
}

type Partner = Omit<Beginning, 'chatId'>;

/** Chooses the customers who may begin: nobody gets a chat for a stream that does not let them in. */
async function choosePartners(
  ctx: EnterpriseContext,
  tx: Tx,
  rule: Rule,
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

async function beginAll(ctx: EnterpriseContext, tx: Tx, rule: Rule, waiting: readonly Waiting[]): Promise<Outcome[]> {
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
  { entryId, lastRun }: Rule,
  waiting: readonly Waiting[],
  outcomes: readonly Outcome[],
) {
  if (!lastRun) return;
  const ofRun = outcomes.filter((_, place) => waiting[place]?.dueAt?.toISOString() === lastRun.dueAt);
  if (ofRun.length === 0) return;
  await tx
    .updateTable('journeyEntries')
    .set({ lastRun: JSON.stringify(countRun(lastRun, ofRun)) })
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .execute();
}

/**
 * Begins waiting starts, some of one rule. The same transaction removes them from the table and counts them: each begins once, even if
 * another worker looks at the same moment or one dies.
 * @returns how many were looked at; 0: none waits that nobody else has in hand
 */
export const beginWaiting = (ctx: EnterpriseContext): Promise<number> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const rule = await lockRule(tx, enterpriseId);
    const waiting = rule ? eachOnce(await readWaiting(tx, enterpriseId, rule)) : [];
    if (!rule || waiting.length === 0) return 0;
    const outcomes = await beginAll(ctx, tx, rule, waiting);
    await noteRun(tx, enterpriseId, rule, waiting, outcomes);
    await tx
      .deleteFrom('journeyStarts')
      .where('enterpriseId', '=', enterpriseId)
      .where(
        'startId',
        'in',
        waiting.map(({ startId }) => startId),
      )
      .execute();
    return waiting.length;
  });
