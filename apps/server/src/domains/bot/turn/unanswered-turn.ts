import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { findAction, isOpen, lockChats } from '../../chat/door.ts';
import { readState } from '../dialogue/dialogue.state.ts';
import { emotionModel } from '../runtime/runtime.ts';
import { readServing } from '../runtime/serving.ts';
import { understand } from '../runtime/understand.ts';
import { findCall } from '../tool-call/call.repository.ts';
import { recordTurns } from './turn.record.ts';
import { hasTurn } from './turn.repository.ts';

/**
 * Records the message whose turn has begun a stream and does not go on: people have the chat, or it has ended. The row has the call's id, so a
 * second try adds nothing. A bot that is gone or has no version has no report to be in.
 */
export async function recordUnansweredTurn(ctx: EnterpriseContext, callId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const call = await ctx.read((tx) => findCall(tx, enterpriseId, callId));
  if (!call) return;
  const { bot, runtime } = await readServing(ctx, call.botId);
  if (!runtime) return;
  await ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, enterpriseId, [call.sessionId]);
    if (!chat || chat.textsErasedAt) return;
    const entry = await findAction(tx, enterpriseId, chat.chatId, Number(call.turn));
    if (!entry || (await hasTurn(tx, enterpriseId, callId))) return;
    const [now, timeZone] = [ctx.now(), await readTimeZone(tx, enterpriseId)];
    const text = entry.message || entry.attachment?.name || '';
    await recordTurns(tx, enterpriseId, [
      {
        turnId: callId,
        conversation: { botId: call.botId, sessionId: chat.chatId, origin: 'CHAT', customerId: chat.customerId },
        runtime,
        text,
        now,
        place: { channelId: chat.channelId, isSandbox: chat.line?.environment === 'sandbox', timeZone },
        result: {
          replies: [],
          options: [],
          intent: undefined,
          uses: [],
          answeredBy: isOpen(chat) ? 'handOver' : 'prompt',
          handsOver: isOpen(chat),
          state: readState(chat.botState),
          said: understand(runtime, text, { now, timeZone }),
          sources: [],
          found: [],
          meaning: { state: 'OFF', tookMs: 0 },
          emotions: bot.sentiment.isOn ? emotionModel().predict(text) : [],
          calls: [],
          notes: [],
          tookMs: 0,
        },
      },
    ]);
  });
}
