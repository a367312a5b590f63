import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { answerChat, ChatRecording, handToBot, isOpen, type LockedChat, listActions, lockChats } from '../../chat/door.ts';
import { readState, withHistory } from '../dialogue/dialogue.state.ts';
import { streamTools } from '../tool/stream.port.ts';
import type { ToolValues } from '../tool/tool.rules.ts';
import { bounded } from '../tool-call/call.http.ts';
import { type CallEnd, type CallRow, endCall, findCall, findRunning } from '../tool-call/call.repository.ts';
import { tellCall } from '../tool-call/call.run.ts';
import { endStopped, recordUnanswered } from './stream.jobs.ts';

/**
 * End of a walk. @property chatId the chat that it was in, which the caller has locked
 * @property values variables of its stream that may be shown
 * @property unheard keys of messages that came behind the one that has ended it
 */
export type WalkEnd = {
  instanceId: string;
  chatId: string;
  state: 'COMPLETED' | 'TIMEDOUT' | 'HANDED_OVER' | 'FAILED' | 'STOPPED';
  reason: string;
  outcome: string;
  values: ToolValues;
  unheard: readonly string[];
};

const faults: Record<Exclude<WalkEnd['state'], 'COMPLETED' | 'STOPPED'>, string> = {
  TIMEDOUT: 'The customer did not answer in time.',
  HANDED_OVER: 'The stream has handed the customer over to a person.',
  FAILED: 'The stream has failed.',
};

function faultOf({ state, reason }: WalkEnd): string {
  if (state !== 'STOPPED') return state === 'COMPLETED' ? '' : faults[state];
  if (reason === 'WORD') return 'The customer has left the stream.';
  if (reason === 'MERGED') return 'The customer is one with another now, with whom a stream talks already.';
  return reason === 'OPTED_OUT' || reason === 'BLOCKED' ? 'The customer gets no messages of streams.' : 'The stream was stopped.';
}

/** The part of a walk that the model reads: its outcome, and the variables that the tool names. */
function answerOf({ tool }: CallRow, { outcome, values }: WalkEnd): string {
  const read = Object.fromEntries(tool.picks.map((name) => [name, values[name] ?? null]));
  return bounded(JSON.stringify({ outcome, ...read }));
}

const endOf = (call: CallRow, end: WalkEnd, now: Date): CallEnd => {
  const error = faultOf(end);
  const tookMs = Math.max(0, now.getTime() - (call.sentAt ?? now).getTime());
  return error === '' ? { state: 'DONE', answer: answerOf(call, end), error: '', tookMs } : { state: 'FAILED', answer: '', error, tookMs };
};

/**
 * Ends a call, and lets the bot go on with the turn that has made it. Where people have the chat, or it has ended, the bot does not go on: what
 * it was asked stands in its history.
 * @param chat the call's, locked; undefined: the walk has ended elsewhere
 */
async function settleStream(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat | undefined,
  call: CallRow,
  { unheard = [], ...end }: CallEnd & { unheard?: readonly string[] },
): Promise<void> {
  const { enterpriseId } = ctx;
  const isErased = !chat || chat.textsErasedAt !== null;
  const kept = isErased ? { ...end, answer: '', error: '' } : end;
  if (!(await endCall(tx, enterpriseId, call.callId, 'TAKEN', kept, ctx.now()))) return;
  if (!chat) return;
  const recording = new ChatRecording(ctx, ctx.now());
  const state = readState(chat.botState);
  const isWaited = state.running?.callId === call.callId;
  const isBots = isOpen(chat) && (chat.handledBy === 'stream' || chat.handledBy === 'bot');
  if (isBots) {
    if (chat.handledBy === 'stream') handToBot(recording, chat, await heardUpTo(tx, chat, unheard));
    await ctx.jobs.enqueue(tx, answerChat, { enterpriseId, chatId: chat.chatId });
  } else if (isWaited) chat.botState = withHistory({ ...state, running: null }, ...(state.running?.asked ?? []));
  // The turn that goes on is recorded with its answer; one that does not, here.
  if (!isBots || !isWaited) await ctx.jobs.enqueue(tx, recordUnanswered, { enterpriseId, callId: call.callId });
  recording.touch(chat);
  await recording.save(tx);
  await tellCall(ctx, tx, call.callId);
}

const lookedBack = 50;

/** The entry behind which the bot listens: what the stream has heard is not the bot's to answer. */
async function heardUpTo(tx: Tx, { enterpriseId, chatId, lastNumber }: LockedChat, unheard: readonly string[]): Promise<number> {
  if (unheard.length === 0) return lastNumber;
  const entries = await listActions(tx, enterpriseId, chatId, { after: Math.max(0, lastNumber - lookedBack), perPage: lookedBack });
  const first = entries.find(({ messageKey }) => messageKey !== '' && unheard.includes(messageKey));
  return first ? first.number - 1 : lastNumber;
}

/** Walks have ended, in the transaction of their last turns: what came of them is the answer of the calls that have begun them. */
export async function endStreams(ctx: EnterpriseContext, tx: Tx, ends: readonly WalkEnd[]): Promise<void> {
  const { enterpriseId } = ctx;
  const calls = await findRunning(
    tx,
    enterpriseId,
    ends.map(({ instanceId }) => instanceId),
  );
  for (const call of calls) {
    const end = ends.find(({ instanceId }) => instanceId === call.instanceId);
    if (!end) continue;
    // A walk that has moved to another chat has not locked this one: chats are locked before walks.
    const [chat] = end.chatId === call.sessionId ? await lockChats(tx, enterpriseId, [call.sessionId]) : [];
    await settleStream(ctx, tx, chat, call, { ...endOf(call, end, ctx.now()), unheard: end.unheard });
  }
}

/** Walks were stopped by somebody who holds no lock of their chats: a job ends their calls. */
export async function streamsStopped(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'jobs'>,
  tx: Tx,
  instanceIds: readonly string[],
  reason: 'OPERATOR' | 'MERGED' = 'OPERATOR',
): Promise<void> {
  const calls = await findRunning(tx, ctx.enterpriseId, instanceIds);
  if (calls.length === 0) return;
  const stopped = calls.flatMap(({ instanceId }) => instanceId ?? []);
  await ctx.jobs.enqueue(tx, endStopped, { enterpriseId: ctx.enterpriseId, instanceIds: stopped, reason });
}

export const settleStopped = (ctx: EnterpriseContext, instanceIds: readonly string[], reason: 'OPERATOR' | 'MERGED'): Promise<void> =>
  ctx.transaction(async (tx) => {
    const calls = await findRunning(tx, ctx.enterpriseId, instanceIds);
    const chats = await lockChats(
      tx,
      ctx.enterpriseId,
      calls.map(({ sessionId }) => sessionId),
    );
    const stopped = { state: 'STOPPED' as const, reason, outcome: '', values: {}, unheard: [] };
    for (const call of calls) {
      const end = { instanceId: call.instanceId ?? '', chatId: call.sessionId, ...stopped };
      await settleStream(
        ctx,
        tx,
        chats.find(({ chatId }) => chatId === call.sessionId),
        call,
        endOf(call, end, ctx.now()),
      );
    }
  });

/** The time of a stream is over: the walk ends, unless people have its chat, and the bot goes on. */
export const giveUpStream = (ctx: EnterpriseContext, callId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const found = await findCall(tx, enterpriseId, callId);
    if (!found) return;
    const [chat] = await lockChats(tx, enterpriseId, [found.sessionId]);
    const call = await findCall(tx, enterpriseId, callId);
    if (call?.state !== 'TAKEN' || !call.takenUntil || call.takenUntil >= ctx.now()) return;
    const isWithPeople = chat?.handledBy === 'agent' || chat?.handledBy === 'queue';
    if (call.instanceId && !isWithPeople) for (const { stop } of ctx.extensions.of(streamTools)) await stop(ctx, tx, call.instanceId);
    const error = isWithPeople ? faults.HANDED_OVER : `The stream took more than ${call.tool.stream?.minutes ?? 0} minutes.`;
    const tookMs = Math.max(0, ctx.now().getTime() - (call.sentAt ?? ctx.now()).getTime());
    await settleStream(ctx, tx, chat, call, { state: 'FAILED', answer: '', error, tookMs });
  });
