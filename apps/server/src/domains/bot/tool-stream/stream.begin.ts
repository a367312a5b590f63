import { toolLimits } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { LockedChat } from '../../chat/door.ts';
import { asksBot, type StreamRefusal, streamTools } from '../tool/stream.port.ts';
import { boundValues } from '../tool-call/call.do.ts';
import { type CallRow, endCall, findCall, takeCall } from '../tool-call/call.repository.ts';
import { limitReached } from '../tool-call/call.run.ts';

const refusals: Record<StreamRefusal, string> = {
  GONE: 'The stream is not published.',
  PAUSED: 'The stream is paused.',
  ENTERED_BEFORE: 'The customer has been in the stream before, and it lets them in no more.',
  INSIDE: 'The customer is in the stream already.',
};

const minuteMs = 60_000;

/**
 * Begins the stream of a call, in the transaction that keeps the dialogue's state: after it the walk is there and the dialogue waits for it, or
 * neither. A call whose stream cannot begin has failed, and the model reads why.
 * @param chat locked, the bot's @returns whether the walk has begun
 */
export async function beginStream(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  { callId, bot }: { callId: string; bot: string },
): Promise<boolean> {
  const { enterpriseId } = ctx;
  const call = await findCall(tx, enterpriseId, callId);
  if (call?.state !== 'READY') return false;
  const begun = await tryBegin(ctx, tx, chat, call, bot);
  const now = ctx.now();
  if ('error' in begun) {
    await endCall(tx, enterpriseId, callId, 'READY', { state: 'FAILED', answer: '', error: begun.error, tookMs: 0 }, now);
    return false;
  }
  const { minutes = toolLimits.minutes.initial } = call.tool.stream ?? {};
  await takeCall(tx, enterpriseId, callId, now, new Date(now.getTime() + minutes * minuteMs), begun.instanceId);
  return true;
}

async function tryBegin(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  call: CallRow,
  bot: string,
): Promise<{ instanceId: string } | { error: string }> {
  const error = await limitReached(ctx, tx, call);
  if (error !== '') return { error };
  const { journeyId = '' } = call.tool.stream ?? {};
  // The newest version decides: it may ask what the one of the tool's save did not.
  if (await asksBot(ctx, tx, journeyId, call.botId)) return { error: 'The stream asks this bot itself.' };
  const bound = await boundValues(tx, ctx.enterpriseId, call);
  if (!bound) return { error: 'The customer has no number.' };
  const [port] = ctx.extensions.of(streamTools);
  const begun = await port?.begin(ctx, tx, { journeyId, chat, callId: call.callId, bot, given: { ...call.arguments, ...bound } });
  if (!begun || 'refused' in begun) return { error: refusals[begun?.refused ?? 'GONE'] };
  return begun;
}
