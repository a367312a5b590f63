import { chatActionTypes, chatStates, missedReasons } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { chatMissed } from '../record/chat.events.ts';
import type { ChatRecording } from '../record/chat.record.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { end, systemAuthor } from '../record/chat.rules.ts';
import { returnToStream } from '../record/chat.stream.port.ts';
import { tellWithAct } from '../settings/settings.told.ts';

type Missed = { customerName: string; text: string; reason: number };

/** Ends a chat that asks for people and gets none, and tells its customer and those who may still pick it up. @param text '': says nothing */
export async function endMissed(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  { customerName, text, reason }: Missed,
): Promise<void> {
  const message = tellWithAct(recording, chat, text);
  const now = ctx.now();
  end(chat, chatStates.missed, 'system', now);
  chat.asksRating = false;
  chat.missedReason = reason;
  chat.missedAt = now;
  recording.append(chat, { actionType: chatActionTypes.agentMissedChat, author: systemAuthor, message, detail: { reason } });
  recording.tellVisitor(chat, '');
  await returnToStream(ctx, tx, chat, reason === missedReasons.timedOut ? 'missed' : 'outOfHours');
  await ctx.events.record(tx, chatMissed, { chatId: chat.chatId, customerName, offeredTo: chat.offeredTo });
}
