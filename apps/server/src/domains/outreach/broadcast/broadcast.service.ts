import {
  type BroadcastCheck,
  type BroadcastRequest,
  fieldError,
  type SentUnknownAgain,
  scheduleDays,
  type UnknownPreview,
} from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { holdCalendar } from '../../account/door.ts';
import { noteTemplateSent } from '../../channel/door.ts';
import { accessChat, chatNotFound, viewerOf } from '../../chat/door.ts';
import { maskNumber, readingOf, shownAddress } from '../../customer/door.ts';
import { cancelRun, leavesEver, readOwnHours, resumeRun, retryFailed, startRun } from '../../messaging/door.run.ts';
import { checkAudience, checkBroadcast } from '../check/broadcast.check.ts';
import { sendInChat } from '../check/chat-template.ts';
import { type Prepared, prepareMessage } from '../message/message.ts';
import { presentUnknown, takeRisk } from '../message/unknown.ts';
import { broadcastRecord } from './broadcast.record.ts';
import { findBroadcastByKey, hasBroadcast, insertBroadcast } from './broadcast.repository.ts';

export const broadcastNotFound = () => new DomainError('broadcast.not_found', 'No such broadcast.', {});

export type Sent = { id: string; check: Omit<BroadcastCheck, 'previews' | 'numbers' | 'lacking'> };

/** Out of a chat whose customer's number is hidden from the agent: the chat itself says where the message goes. */
async function withChatNumber(ctx: Ctx, request: BroadcastRequest): Promise<{ request: BroadcastRequest; isHidden: boolean }> {
  if (request.resourceType !== 'CHAT' || viewerOf(ctx.actor).canSeeNumbers) return { request, isHidden: false };
  const chatId = request.resourceId ?? '';
  if (!isUuid(chatId)) throw chatNotFound();
  const { address } = await ctx.read((tx) => accessChat(tx, ctx.actor, chatId));
  return { request: { ...request, phoneNumber: [address], groupIds: [] }, isHidden: true };
}

/**
 * Previews a broadcast; numbers that the caller did not type are masked as far as necessary.
 * @throws DomainError request.invalid, naming calendarId
 */
export async function validateBroadcast(deps: Deps, ctx: Ctx, given: BroadcastRequest): Promise<BroadcastCheck> {
  const { request, isHidden } = await withChatNumber(ctx, given);
  const check = await ctx.transaction(async (tx) => {
    const prepared = await prepareMessage(ctx, tx, request);
    await assertCalendar(ctx, tx, request, prepared);
    return checkBroadcast(deps, ctx, tx, request, prepared);
  });
  if (isHidden) {
    const number = maskNumber(request.phoneNumber[0] ?? '');
    return { ...check, numbers: [number], previews: check.previews.map((preview) => ({ ...preview, number })) };
  }
  const typed = new Set(check.numbers);
  const previews = check.previews.map((preview) =>
    typed.has(preview.number) ? preview : { ...preview, number: shownAddress(preview.number, readingOf(ctx.actor)) },
  );
  return { ...check, previews };
}

/**
 * Records a broadcast and the job that makes its rows. The same key from the same person answers the broadcast of before.
 * @throws DomainError broadcast.invalid, broadcast.too_many, broadcast.nobody, channel.not_found or template.not_found
 */
export async function sendBroadcast(deps: Deps, ctx: Ctx, given: BroadcastRequest): Promise<Sent> {
  const { request } = await withChatNumber(ctx, given);
  const write = () => ctx.transaction((tx) => record(deps, ctx, tx, request));
  return write().catch((error: unknown) => {
    // The same key at the same moment: the loser finds the winner's.
    if (violatedConstraint(error) !== 'broadcasts_by_key') throw error;
    return write();
  });
}

const dayMs = 86_400_000;

/** Returns the start time; null: now. @throws DomainError request.invalid, naming sendAt */
function startOf({ sendAt, resourceType }: BroadcastRequest, now: Date): Date | null {
  if (sendAt === '') return null;
  const at = new Date(sendAt);
  if (resourceType === 'CHAT') throw invalidRequest(fieldError('sendAt', 'schedule.chat'));
  if (at <= now) throw invalidRequest(fieldError('sendAt', 'schedule.past'));
  if (at.getTime() > now.getTime() + scheduleDays * dayMs)
    throw invalidRequest(fieldError('sendAt', 'schedule.too_far', { maximum: scheduleDays }));
  return at;
}

/** @throws DomainError request.invalid, naming calendarId: it is gone, never lets it leave, or the message goes into a chat, which waits for nothing */
async function assertCalendar(
  { enterpriseId, now }: Ctx,
  tx: Tx,
  { calendarId, resourceType, sendAt }: BroadcastRequest,
  { message }: Pick<Prepared, 'message'>,
): Promise<void> {
  if (calendarId === '') return;
  if (resourceType === 'CHAT') throw invalidRequest(fieldError('calendarId', 'schedule.chat'));
  if (!(await holdCalendar(tx, enterpriseId, calendarId)))
    throw invalidRequest(fieldError('calendarId', 'campaign.unknown', { name: calendarId }));
  const bounds = { isMarketing: message.template.category === 'MARKETING', quietHours: null, calendarId };
  const at = sendAt === '' ? now() : new Date(sendAt);
  if (!leavesEver(await readOwnHours(tx, enterpriseId, [calendarId]), bounds, at))
    throw invalidRequest(fieldError('calendarId', 'campaign.never_open'));
}

async function record(deps: Deps, ctx: Ctx, tx: Tx, request: BroadcastRequest): Promise<Sent> {
  const { enterpriseId } = ctx;
  const prepared = await prepareMessage(ctx, tx, request);
  const {
    check: { previews, numbers, ...check },
  } = await checkAudience(deps, ctx, tx, request, prepared);
  if (request.requestKey !== '') {
    const repeated = await findBroadcastByKey(tx, enterpriseId, ctx.actor.userId, request.requestKey);
    if (repeated) return { id: repeated, check };
  }
  const startsAt = startOf(request, ctx.now());
  await assertCalendar(ctx, tx, request, prepared);
  if (request.resourceType === 'CHAT' && request.resourceId)
    return { id: await sendInChat(ctx, tx, request.resourceId, prepared, request.requestKey), check };
  if (check.count === 0)
    throw new DomainError('broadcast.nobody', 'None of these numbers can receive the message.', { invalid: check.invalid });
  if (check.limit > 0)
    throw new DomainError('broadcast.too_many', `A broadcast has at most ${check.limit} numbers. Please send several broadcasts.`, {
      limit: check.limit,
      count: check.count,
    });
  const broadcastId = newId();
  const { channel, templateId, message } = prepared;
  await startRun(ctx, tx, {
    runId: broadcastId,
    source: 'BROADCAST',
    channelId: channel.channelId,
    templateId,
    message,
    isMarketing: message.template.category === 'MARKETING',
    startsAt,
    calendarId: request.calendarId || null,
  });
  await insertBroadcast(tx, enterpriseId, {
    broadcastId,
    name: message.template.name,
    channelId: channel.channelId,
    templateId,
    message: request.message,
    columnMapping: request.columnMapping,
    phoneNumbers: request.phoneNumber.map((number) => number.trim()).filter((number) => number !== ''),
    groupIds: request.groupIds,
    country: request.country,
    resourceType: request.resourceType ?? '',
    resourceId: request.resourceId ?? '',
    createdBy: ctx.actor.userId,
    createdAt: ctx.now(),
    requestKey: request.requestKey,
  });
  await noteTemplateSent(tx, enterpriseId, templateId, ctx.now());
  recordChange(ctx, tx, {
    record: broadcastRecord,
    id: broadcastId,
    action: 'send',
    after: await broadcastRecord.read(tx, enterpriseId, broadcastId),
    counts: { audience: check.count },
  });
  return { id: broadcastId, check };
}

async function accessBroadcast(ctx: Ctx, broadcastId: string): Promise<void> {
  if (!(await ctx.read((tx) => hasBroadcast(tx, ctx.enterpriseId, broadcastId)))) throw broadcastNotFound();
}

/** Stops what is not sent yet. @returns how many were left unsent */
export async function cancelBroadcast(ctx: Ctx, broadcastId: string): Promise<number> {
  await accessBroadcast(ctx, broadcastId);
  return cancelRun(ctx, broadcastId, (tx, change) => changing(ctx, tx, broadcastRecord, broadcastId, 'cancel', change));
}

/** Resumes what the program holds. @throws DomainError broadcast.not_held where nothing of it is held */
export async function resumeBroadcast(ctx: Ctx, broadcastId: string): Promise<void> {
  await accessBroadcast(ctx, broadcastId);
  const recorded = (tx: Tx, change: () => Promise<void>) => changing(ctx, tx, broadcastRecord, broadcastId, 'move', change);
  const isResumed = await ctx.transaction((tx) => resumeRun(ctx, tx, broadcastId, { releaseLeft: null, recorded }));
  if (!isResumed) throw new DomainError('broadcast.not_held', 'Nothing of this broadcast is held.', {});
}

/** The failed ones again, each on its own row. @returns how many */
export async function retryBroadcast(ctx: Ctx, broadcastId: string): Promise<number> {
  await accessBroadcast(ctx, broadcastId);
  return retryFailed(ctx, broadcastId, (tx, change) => changing(ctx, tx, broadcastRecord, broadcastId, 'retry', change));
}

/** Previews a new sending of the messages whose outcome nobody knows. @throws DomainError broadcast.not_found */
export async function previewUnknownOf(ctx: Ctx, broadcastId: string): Promise<UnknownPreview> {
  await accessBroadcast(ctx, broadcastId);
  return presentUnknown(ctx, broadcastId);
}

/**
 * Sends again the messages whose outcome nobody knows, each on its own row, since somebody has taken the risk. @throws DomainError
 * broadcast.not_found
 */
export async function sendUnknownOf(ctx: Ctx, broadcastId: string, asOf: string): Promise<SentUnknownAgain> {
  await accessBroadcast(ctx, broadcastId);
  return takeRisk(ctx, broadcastId, asOf, (tx, change, { count }) =>
    changing(ctx, tx, broadcastRecord, broadcastId, 'retry', change, { counts: { unknown: count } }),
  );
}
