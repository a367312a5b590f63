import type { ChatRecording } from '../record/chat.record.ts';
import type { LockedChat } from '../record/chat.repository.ts';

/** A stream answers from now on; the agent who had the chat waits for nobody. */
export function handToStream(recording: ChatRecording, chat: LockedChat): void {
  if (chat.handledBy === 'stream') return;
  chat.handledBy = 'stream';
  chat.ownerId = null;
  recording.tellVisitor(chat, '');
}

/** The channel's bot answers from now on. @param heardUpTo the entry behind which it listens; none: the last */
export function handToBot(recording: ChatRecording, chat: LockedChat, heardUpTo = chat.lastNumber): void {
  chat.handledBy = 'bot';
  chat.botNumber = Math.max(chat.botNumber, heardUpTo);
  recording.tellVisitor(chat, '');
}
