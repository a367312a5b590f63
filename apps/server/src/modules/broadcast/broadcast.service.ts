import { randomUUIDv7 } from 'node:crypto';
import type { BroadcastCheck, BroadcastRequest } from '@parley/contract';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { eyesOf, shownAddress } from '../customer/customer.present.ts';
import { retryFailed } from '../sending/retry-run.ts';
import { cancelRun, startRun } from '../sending/runs.ts';
import { checkBroadcast } from './broadcast.check.ts';
import { prepareMessage } from './broadcast.message.ts';

export const broadcastNotFound = () => new DomainError('broadcast.not_found', 'No such broadcast.', {});

export type Sent = { id: string; check: Omit<BroadcastCheck, 'previews' | 'numbers'> };

/** What a broadcast would do; numbers that the caller did not type are shown as far as they may be. */
export async function validateBroadcast(deps: Deps, ctx: Ctx, request: BroadcastRequest): Promise<BroadcastCheck> {
  const check = await ctx.transaction(async (tx) =>
    checkBroadcast(deps, ctx, tx, request, await prepareMessage(tx, ctx.enterpriseId, request)),
  );
  const typed = new Set(check.numbers);
  const previews = check.previews.map((preview) =>
    typed.has(preview.number) ? preview : { ...preview, number: shownAddress(preview.number, eyesOf(ctx.actor)) },
  );
  return { ...check, previews };
}

/**
 * Records a broadcast and the job that makes its rows. The same key from the same person answers the broadcast of before.
 * @throws DomainError broadcast.invalid, broadcast.too_many, broadcast.nobody, channel.not_found or template.not_found
 */
export async function sendBroadcast(deps: Deps, ctx: Ctx, request: BroadcastRequest): Promise<Sent> {
  const write = () => ctx.transaction((tx) => record(deps, ctx, tx, request));
  return write().catch((error: unknown) => {
    // The same key at the same moment: the loser finds the winner's.
    if (violatedConstraint(error) !== 'broadcasts_by_key') throw error;
    return write();
  });
}

async function record(deps: Deps, ctx: Ctx, tx: Tx, request: BroadcastRequest): Promise<Sent> {
  const { enterpriseId } = ctx;
  const prepared = await prepareMessage(tx, enterpriseId, request);
  const { previews, numbers, ...check } = await checkBroadcast(deps, ctx, tx, request, prepared);
  if (request.requestKey !== '') {
    const repeated = await tx
      .selectFrom('broadcasts')
      .select('broadcastId')
      .where('enterpriseId', '=', enterpriseId)
      .where('createdBy', '=', ctx.actor.userId)
      .where('requestKey', '=', request.requestKey)
      .executeTakeFirst();
    if (repeated) return { id: repeated.broadcastId, check };
  }
  if (check.count === 0) throw new DomainError('broadcast.nobody', 'None of the numbers can be sent to.', { invalid: check.invalid });
  if (check.limit > 0)
    throw new DomainError('broadcast.too_many', `At most ${check.limit} numbers in one broadcast; please use a campaign.`, {
      limit: check.limit,
      count: check.count,
    });
  const broadcastId = randomUUIDv7();
  const { channel, templateId, message } = prepared;
  await startRun(ctx, tx, {
    runId: broadcastId,
    source: 'BROADCAST',
    channelId: channel.channelId,
    templateId,
    message,
    isMarketing: message.template.category === 'MARKETING',
  });
  await tx
    .insertInto('broadcasts')
    .values({
      enterpriseId,
      broadcastId,
      name: message.template.name,
      channelId: channel.channelId,
      templateId,
      message: JSON.stringify(request.message),
      columnMapping: JSON.stringify(request.columnMapping),
      phoneNumbers: JSON.stringify(request.phoneNumber.map((number) => number.trim()).filter((number) => number !== '')),
      groupIds: JSON.stringify(request.groupIds),
      country: request.country,
      resourceType: request.resourceType ?? '',
      resourceId: request.resourceId ?? '',
      createdBy: ctx.actor.userId,
      requestKey: request.requestKey,
    })
    .execute();
  await tx
    .updateTable('templates')
    .set({ lastSentAt: ctx.now() })
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', templateId)
    .execute();
  return { id: broadcastId, check };
}

async function accessBroadcast(ctx: Ctx, broadcastId: string): Promise<void> {
  const row = await ctx.read((tx) =>
    tx
      .selectFrom('broadcasts')
      .select('broadcastId')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('broadcastId', '=', broadcastId)
      .executeTakeFirst(),
  );
  if (!row) throw broadcastNotFound();
}

/** Stops what is not sent yet. @returns how many were left unsent */
export async function cancelBroadcast(ctx: Ctx, broadcastId: string): Promise<number> {
  await accessBroadcast(ctx, broadcastId);
  return cancelRun(ctx, broadcastId);
}

/** The failed ones again, each on its own row. @returns how many */
export async function retryBroadcast(ctx: Ctx, broadcastId: string): Promise<number> {
  await accessBroadcast(ctx, broadcastId);
  return retryFailed(ctx, broadcastId);
}
