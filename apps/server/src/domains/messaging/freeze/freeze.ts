import { canonicalNumber, partOf } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { holdLease, takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { AddressFilter } from '../gate/address-filter.ts';
import { holdRun } from '../hold/holds.ts';
import { isHeldBack, pauseRun, resumeWaiting } from '../hold/valve.ts';
import { priorities } from '../ledger/ledger.repository.ts';
import { columnsOf, type RunMessage, resolveValues, toOutgoing } from '../run/content.ts';
import { changeRun, lockRun, refreshStatistics, type SendRun } from '../run/run.repository.ts';
import { changeValues } from '../run/values.ts';
import { readSendingChannel, readTemplatesNow } from '../sending/line.ts';
import { type EarlierTries, paidBatch } from '../sending/payment.ts';
import { type Draft, measure, purposeOf, type Road, send } from '../sending/send.ts';
import { type Addressee, audienceOf } from './audience.ts';
import { freezeContents } from './contents.freeze.ts';

const batch = 1000;

const holdMs = 15_000;

/**
 * Turns the audience of a run into rows of the ledger, a thousand in one transaction with the place in the audience. A worker that goes on
 * after a crash goes on there, so nobody gets two rows. One worker at a time: several would wait for each other at the run's row.
 */
export async function freezeRun(ctx: EnterpriseContext, runId: string): Promise<void> {
  const lease = await ctx.transaction((tx) => takeLease(tx, freezing(ctx.enterpriseId, runId), holdMs));
  if (lease) await holdLease(ctx, lease, () => freezeAll(ctx, runId));
}

const freezing = (enterpriseId: string, runId: string) => ({ enterpriseId, work: 'freeze', workId: runId }) as const;

async function freezeAll(ctx: EnterpriseContext, runId: string): Promise<void> {
  const earlier = new AddressFilter();
  for (let batches = 1; ; batches += 1) {
    const seen: Seen = { isLast: false, cost: 0, left: 0 };
    const work = (given: EarlierTries) => ctx.transaction((tx) => freezeBatch(ctx, tx, runId, { earlier, seen, ...given }));
    const addresses = await paidBatch(ctx, runId, work, () => seen.isLast);
    if (!addresses) return seen.unpaid === undefined ? undefined : lookOnceMore(ctx, runId, seen.unpaid);
    if (!seen.isLast && seen.left < seen.cost) await ctx.bill.refill(ctx, runId, seen.cost);
    for (const address of addresses) earlier.add(canonicalNumber(address));
    // Refreshed at 1, 4, 16, 64 … thousand rows: a table that grew fourfold gets plans for its size.
    if (Number.isInteger(Math.log2(batches) / 2)) await ctx.transaction(refreshStatistics);
  }
}

/** The money may have come between the last look at it and the pause: then nobody else lets the run go on. */
async function lookOnceMore(ctx: EnterpriseContext, runId: string, price: number): Promise<void> {
  if ((await ctx.bill.gather(ctx, runId, [price], false)) === 0) return;
  await ctx.transaction((tx) => resumeWaiting(ctx, tx, runId));
}

/**
 * The result of a batch.
 * @property isLast the audience ends with it. @property cost what it has cost. @property left what the run has left for the next one
 * @property unpaid the price of the message for which the run has paused, since there was no money
 */
type Seen = { isLast: boolean; cost: number; left: number; unpaid?: number };
/**
 * @property earlier the addresses of the rows before, as far as this worker wrote them
 */
type Batch = { earlier: AddressFilter; seen: Seen } & EarlierTries;

/** @returns the addresses of this batch; undefined when there is none, or when the run waits for money */
async function freezeBatch(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  { earlier, seen, hasGathered, shortage }: Batch,
): Promise<string[] | undefined> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (run?.state !== 'freezing' || run.isPaused) return undefined;
  // A broadcast skips whom its money does not cover. Campaigns and journeys wait for it: the batch ends before the first of them.
  const waitsForMoney = run.source !== 'BROADCAST';
  const waits = shortage !== undefined && waitsForMoney;
  const limit = waits ? (shortage.places[shortage.covered] ?? batch) : batch;
  if (waits && limit === 0) {
    if (await pauseRun(ctx, tx, run.runId, 'NO_BALANCE')) seen.unpaid = shortage.price;
    return undefined;
  }
  const isFromStart = earlier.count === run.frozenUpTo;
  const unique = { since: run.createdAt, mayRepeat: (address: string) => !isFromStart || earlier.mayHave(canonicalNumber(address)) };
  const onPaid = (cost: number, left: number) => Object.assign(seen, { cost, left });
  const road = { ...(await roadOfRun(ctx, tx, run)), unique, hasGathered, waitsForMoney, onPaid };
  // Recipients frozen now would be skipped for the template: the run is held instead.
  if (road.template && road.template.status !== 'APPROVED') {
    await holdRun(ctx, tx, run, 'TEMPLATE');
    return undefined;
  }
  const page = await audienceOf(ctx, run.source)(ctx, tx, run, {
    cursor: run.freezeCursor,
    limit,
    channelType: road.channel.type,
    columns: columnsOf((run.contents ?? [run]).flatMap(({ message }) => message.mapping)),
  });
  seen.isLast = page.next === null;
  const { contents } = run;
  const { drafts, planned } = contents
    ? await freezeContents(ctx, tx, { ...run, contents }, road, page.addressees)
    : await freezeOne(ctx, tx, run, road, page.addressees);
  await changeRun(tx, ctx.enterpriseId, runId, {
    frozenUpTo: run.frozenUpTo + drafts.length,
    freezeCursor: page.next ?? run.freezeCursor,
    ...(planned === 0 ? {} : { plannedContents: run.plannedContents + planned }),
    ...(page.next === null ? { state: 'sending' as const } : {}),
  });
  if (waits) {
    if (await pauseRun(ctx, tx, run.runId, 'NO_BALANCE')) seen.unpaid = shortage.price;
    return undefined;
  }
  // Recipients without an address are counted as well, so that the count goes with the run's.
  return drafts.map(({ address }) => address ?? '');
}

async function freezeOne(ctx: EnterpriseContext, tx: Tx, run: SendRun, road: Road, addressees: readonly Addressee[]) {
  const now = ctx.now();
  const resolved = addressees.map((addressee) => resolve(run, road, addressee, now));
  const drafts = (await changeValues(ctx, tx, run, resolved)).map((person, place) =>
    toDraft(run, road, person, run.frozenUpTo + place + 1),
  );
  await send(ctx, tx, drafts);
  return { drafts, planned: 0 };
}

/** Reads the road of a run: its channel and template as they are now. */
export async function roadOfRun(ctx: EnterpriseContext, tx: Read, run: SendRun): Promise<Road> {
  const { templateId, message } = run;
  const contents = run.contents ?? (templateId ? [{ templateId, message }] : []);
  const [channel, templates] = await Promise.all([
    readSendingChannel(tx, ctx.enterpriseId, run.channelId),
    readTemplatesNow(
      tx,
      ctx.enterpriseId,
      contents.map((content) => content.templateId),
    ),
  ]);
  const statuses = contents.map((content) => templates.get(content.templateId)?.status ?? 'DISABLED');
  return {
    channel,
    source: run.source,
    resourceId: run.runId,
    runId: run.runId,
    priority: priorities.bulk,
    isOrdered: false,
    isHeld: isHeldBack(run),
    purpose: run.isMarketing ? 'marketing' : purposeOf(message.template.category),
    template: templateId
      ? {
          templateId,
          category: message.template.category,
          // Anybody may get any of several contents, so none of them may be missing.
          status: statuses.find((status) => status !== 'APPROVED') ?? 'APPROVED',
          hasMedia: contents.every((content) => hasAllMedia(content.message)),
        }
      : null,
    unique: null,
    isBlocked: null,
    isWindowClosed: false,
    quietHours: run.quietHours,
    calendarId: run.calendarId,
    isInWindow: false,
  };
}

const resolve = (run: SendRun, { channel }: Road, { columns, ...addressee }: Addressee, at: Date) => ({
  ...addressee,
  ...resolveValues(run.message, columns, channel.type),
  messageId: idAt(at),
});

function toDraft(run: SendRun, road: Road, { values, ...person }: ReturnType<typeof resolve>, number: number): Draft {
  return {
    ...person,
    road,
    number,
    content: values,
    ...measure(road.channel.type, () => toOutgoing(run.message, values)),
  };
}

/** Tells whether each header and card that wants media has some. */
export function hasAllMedia({ template, media, cards }: RunMessage): boolean {
  const header = partOf(template.components, 'HEADER');
  const needsHeader = header !== undefined && header.format !== 'NONE' && header.format !== 'TEXT';
  if (needsHeader && (media?.url ?? header.resourceUrl) === '') return false;
  const wanted = partOf(template.components, 'CAROUSEL')?.cards ?? [];
  return wanted.every((card, place) => card.header.format === 'NONE' || (cards[place]?.url ?? card.header.url) !== '');
}
