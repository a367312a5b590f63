import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { answerChat, isOpen, lockChats, writeToolLine } from '../../chat/door.ts';
import { addressFor, type ServiceAddress } from '../../integration/door.ts';
import { type CallDeps, doCall } from './call.do.ts';
import type { Tried } from './call.http.ts';
import { type CallEnd, type CallRow, countSent, decideCall, endCall, findCall, lockTool, takeCall } from './call.repository.ts';
import { toolAct } from './call.words.ts';

/** Time beside a call's own timeout: to connect, to be let in, and to record the outcome. */
const spareMs = 20_000;
/** A call that has less to be answered in does not leave. */
const leastMs = 1000;
const dayMs = 86_400_000;
const workerStopped = 'The program that made the call has stopped.';

/** Writes a call into the second record of its chat. The chat is locked before the call is, as everywhere. */
export async function tellCall(ctx: EnterpriseContext, tx: Tx, callId: string): Promise<void> {
  const call = await findCall(tx, ctx.enterpriseId, callId);
  if (!call || call.isDry) return;
  const [chat] = await lockChats(tx, ctx.enterpriseId, [call.sessionId]);
  // Its texts were removed, or it was erased.
  if (!chat || chat.textsErasedAt) return;
  const [by = ''] = call.confirmedBy ? await findUserNames(tx, ctx.enterpriseId, [call.confirmedBy]) : [];
  await writeToolLine(ctx, tx, chat, toolAct(call, by));
}

/**
 * Records the end of a call, and tells it in the chat; one that is over already stays as it is. What came after the chat's texts were erased is
 * erased as well.
 */
async function settle(ctx: EnterpriseContext, { callId, sessionId }: CallRow, from: 'READY' | 'TAKEN', end: CallEnd): Promise<void> {
  await ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [sessionId]);
    const kept = chat && !chat.textsErasedAt ? end : { ...end, answer: '', error: '' };
    if (await endCall(tx, ctx.enterpriseId, callId, from, kept, ctx.now())) await tellCall(ctx, tx, callId);
  });
}

const endOf = (tried: Tried, hasEffect: boolean, tookMs: number): CallEnd => {
  if (tried.kind === 'done') return { state: 'DONE', answer: tried.answer, error: '', tookMs };
  const error = tried.kind === 'shutOut' ? 'The service answered 401.' : tried.error;
  // A call that reads alone has changed nothing, whatever became of it.
  return { state: tried.kind === 'lost' && hasEffect ? 'UNKNOWN' : 'FAILED', answer: '', error, tookMs };
};

type Leaving = { kind: 'leaves'; address: ServiceAddress } | { kind: 'refused'; error: string } | { kind: 'taken' };

/** Locks the tool of a call, which may be deleted, and counts its calls. @returns why the call may not leave; '': it may */
export async function limitReached(ctx: EnterpriseContext, tx: Tx, call: CallRow): Promise<string> {
  const { enterpriseId } = ctx;
  if (!(await lockTool(tx, enterpriseId, call.toolId))) return 'The tool was deleted.';
  const sent = await countSent(tx, enterpriseId, call, new Date(ctx.now().getTime() - dayMs));
  const { limits } = call.tool;
  const reached = (['chat', 'customer', 'day'] as const).find((name) => sent[name] >= limits[name]);
  return reached ? `The limit of the tool is reached (${reached}: ${limits[reached]}).` : '';
}

/** Takes a call right before it leaves: the tool is still there, and none of its limits is reached. */
function take(ctx: EnterpriseContext, call: CallRow, timeoutMs: number): Promise<Leaving> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx): Promise<Leaving> => {
    const now = ctx.now();
    const [chat] = await lockChats(tx, enterpriseId, [call.sessionId]);
    if (!chat || !isOpen(chat)) return { kind: 'refused', error: 'The chat has ended.' };
    // An agent who has confirmed it has the chat; otherwise the bot acts in its own chats alone.
    if (call.confirmedBy === null && chat.handledBy !== 'bot') return { kind: 'refused', error: 'The bot has the chat no more.' };
    const error = await limitReached(ctx, tx, call);
    if (error !== '') return { kind: 'refused', error };
    if (!(await takeCall(tx, enterpriseId, call.callId, now, new Date(now.getTime() + timeoutMs + spareMs)))) return { kind: 'taken' };
    const { integrationId } = call.tool.service;
    const environment = chat.line?.environment ?? 'production';
    return { kind: 'leaves', address: integrationId === '' ? 'base' : await addressFor(tx, enterpriseId, integrationId, environment) };
  });
}

/**
 * Makes a call that is ready, once. A crash before it leaves is none; after it, nobody knows what the call did, and it is not made again.
 * @param options.mostMs of the turn that waits for it
 */
export async function runCall(ctx: EnterpriseContext, deps: CallDeps, call: CallRow, { mostMs }: { mostMs: number }): Promise<void> {
  const startedAt = performance.now();
  const { hasEffect, timeoutSeconds, dryAnswer } = call.tool;
  if (call.isDry) {
    const end: CallEnd = { state: 'DONE', answer: dryAnswer, error: '', tookMs: 0 };
    await ctx.transaction((tx) => endCall(tx, ctx.enterpriseId, call.callId, 'READY', end, ctx.now()));
    return;
  }
  const fullMs = timeoutSeconds * 1000;
  // An effect that is cut off is an effect that nobody knows of; what reads alone may be cut short.
  if (mostMs < (hasEffect ? fullMs : leastMs)) {
    const end: CallEnd = { state: 'FAILED', answer: '', error: 'The turn has no time left for it.', tookMs: 0 };
    return settle(ctx, call, 'READY', end);
  }
  const timeoutMs = Math.min(fullMs, mostMs);
  const leaving = await take(ctx, call, timeoutMs);
  if (leaving.kind === 'taken') return;
  if (leaving.kind === 'refused') return settle(ctx, call, 'READY', { state: 'FAILED', answer: '', error: leaving.error, tookMs: 0 });
  const tried = await doCall(ctx, deps, call, { address: leaving.address, timeoutMs });
  await settle(ctx, call, 'TAKEN', endOf(tried, hasEffect, Math.round(performance.now() - startedAt)));
}

/** A call that has left, and whose program is gone: the chat that waits for it goes on. */
export async function giveUpCall(ctx: EnterpriseContext, callId: string): Promise<void> {
  const call = await ctx.read((tx) => findCall(tx, ctx.enterpriseId, callId));
  if (call?.state !== 'TAKEN' || !call.takenUntil || call.takenUntil >= ctx.now()) return;
  await settle(ctx, call, 'TAKEN', endOf({ kind: 'lost', error: workerStopped }, call.tool.hasEffect, 0));
  await ctx.transaction((tx) => ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId: call.sessionId }));
}

/** A stream beside another call that waits: it does not begin. */
export const refuseStream = (ctx: EnterpriseContext, call: CallRow, error: string): Promise<void> =>
  settle(ctx, call, 'READY', { state: 'FAILED', answer: '', error, tookMs: 0 });

/** The customer has said yes; said twice, it is confirmed once. */
export const confirmCall = (ctx: EnterpriseContext, { callId, sessionId }: Pick<CallRow, 'callId' | 'sessionId'>): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockChats(tx, ctx.enterpriseId, [sessionId]);
    await decideCall(tx, ctx.enterpriseId, callId, { state: 'READY', now: ctx.now() });
  });

/** Nobody is to confirm a call any more. @param error why, in words for the record */
export const denyCall = (
  ctx: EnterpriseContext,
  { callId, sessionId }: Pick<CallRow, 'callId' | 'sessionId'>,
  error: string,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockChats(tx, ctx.enterpriseId, [sessionId]);
    if (await decideCall(tx, ctx.enterpriseId, callId, { state: 'DENIED', error, now: ctx.now() })) await tellCall(ctx, tx, callId);
  });
