import { partOf } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { boundMemory } from '#platform/jobs/memory.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { type Addressee, audienceOf } from './audience.ts';
import { columnsOf, type RunMessage, resolveValues } from './content.ts';
import { lookUp } from './gate.facts.ts';
import { afterQuietHours, decideGate } from './gate.ts';
import { insertMessages, type NewMessage, priorities } from './ledger.repository.ts';
import { readTemplateStatuses } from './line.ts';
import { changeRun, lockRun, type SendRun } from './run.repository.ts';
import { wakeSending } from './wake.ts';

const batch = 1000;

/**
 * Turns the audience of a run into rows of the ledger, a thousand in one transaction with the place in the audience: whoever goes on after
 * a crash goes on there, so nobody gets two rows.
 */
export async function freezeRun(deps: Deps, ctx: EnterpriseContext, runId: string): Promise<void> {
  for (;;) {
    const run = await ctx.transaction((tx) => freezeBatch(deps, ctx, tx, runId));
    if (!run) return;
    wakeSending(ctx, ctx.enterpriseId, run.channelId);
    boundMemory();
  }
}

async function freezeBatch(deps: Deps, ctx: EnterpriseContext, tx: Tx, runId: string): Promise<SendRun | undefined> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (run?.state !== 'freezing') return undefined;
  const now = ctx.now();
  const channel = await tx
    .selectFrom('channels')
    .select(['type', 'state', 'environment'])
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('channelId', '=', run.channelId)
    .executeTakeFirstOrThrow();
  const page = await audienceOf(ctx, run.source)(ctx, tx, run, {
    cursor: run.freezeCursor,
    limit: batch,
    channelType: channel.type,
    columns: columnsOf(run.message.mapping),
  });
  const rows = await judgeAll(deps, ctx, tx, run, channel, page.addressees, now);
  await insertMessages(
    tx,
    ctx.enterpriseId,
    {
      channelId: run.channelId,
      source: run.source,
      resourceId: run.runId,
      runId: run.runId,
      templateId: run.templateId,
      isSandbox: channel.environment === 'sandbox',
      priority: priorities.bulk,
      at: now,
    },
    rows,
  );
  await changeRun(tx, ctx.enterpriseId, runId, {
    frozenUpTo: run.frozenUpTo + rows.length,
    freezeCursor: page.next ?? run.freezeCursor,
    ...(page.next === null ? { state: 'sending' as const } : {}),
  });
  return run;
}

/** Whether each header and card that wants media has some. */
export function hasAllMedia({ template, media, cards }: RunMessage): boolean {
  const header = partOf(template.components, 'HEADER');
  const needsHeader = header !== undefined && header.format !== 'NONE' && header.format !== 'TEXT';
  if (needsHeader && (media?.url ?? header.resourceUrl) === '') return false;
  const wanted = partOf(template.components, 'CAROUSEL')?.cards ?? [];
  return wanted.every((card, place) => card.header.format === 'NONE' || (cards[place]?.url ?? card.header.url) !== '');
}

async function judgeAll(
  deps: Deps,
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun,
  channel: { type: number; state: string; environment: string },
  addressees: readonly Addressee[],
  now: Date,
): Promise<NewMessage[]> {
  const { enterpriseId } = ctx;
  const [settings, statuses, timeZone] = await Promise.all([
    readSendingSettings(tx, enterpriseId),
    readTemplateStatuses(tx, enterpriseId, run.templateId ? [run.templateId] : []),
    readTimeZone(tx, enterpriseId),
  ]);
  const known = await lookUp(
    tx,
    enterpriseId,
    {
      channelId: run.channelId,
      channelType: channel.type,
      isMarketing: run.isMarketing,
      run: { runId: run.runId, createdAt: run.createdAt },
      cap: settings.frequencyCap,
      now,
    },
    addressees,
  );
  const template = run.templateId
    ? { status: statuses.get(run.templateId) ?? ('DISABLED' as const), hasMedia: hasAllMedia(run.message) }
    : null;
  const dueAt = run.isMarketing ? afterQuietHours(now, settings.quietHours, timeZone) : now;
  const seen = new Set<string>();
  const judged = addressees.map((addressee, place) => {
    const { address } = addressee;
    const { values, missing } = resolveValues(run.message, addressee.columns);
    const isRepeated = address !== null && (seen.has(address) || known.repeated.has(address));
    if (address !== null) seen.add(address);
    const reason = decideGate({
      address,
      isRepeated,
      isBlocked: address !== null && known.blocked.has(address),
      isOptedOut: address !== null && known.optedOut.has(address),
      isMarketing: run.isMarketing,
      isChannelActive: channel.state === 'ACTIVE',
      template,
      missing,
      isWindowClosed: false,
      isCapped: address !== null && known.capped.has(address),
      hasBalance: true,
    });
    const row: NewMessage = {
      messageId: idAt(now),
      customerId: addressee.customerId,
      number: run.frozenUpTo + place + 1,
      address: address ?? addressee.given.slice(0, 320),
      reason,
      content: values,
      cost: 0,
      dueAt,
    };
    return row;
  });
  return charge(deps, ctx, tx, run, channel, judged);
}

/** The last check of the gate: the wallet covers as many as it covers, in their order. What goes to the simulator costs nothing. */
async function charge(
  { bill }: Deps,
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun,
  channel: { type: number; environment: string },
  rows: readonly NewMessage[],
): Promise<NewMessage[]> {
  if (channel.environment === 'sandbox') return [...rows];
  const price = await bill.priceOf(tx, ctx.enterpriseId, {
    channelType: channel.type,
    category: run.message.template.category,
    address: '',
  });
  let left = await bill.take(tx, ctx.enterpriseId, rows.filter((row) => row.reason === undefined).length, price);
  return rows.map((row) => {
    if (row.reason !== undefined) return row;
    left -= 1;
    return left >= 0 ? { ...row, cost: price } : { ...row, reason: 'NO_BALANCE' };
  });
}
