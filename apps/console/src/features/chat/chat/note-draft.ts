import { z } from '@parley/contract';
import { getOwnStore, typedPrefix } from '../../../lib/own-store.ts';

/** A note begun and not written, apart from the reply to the same chat; kept as replies are. @property key it is written once under it */
export type NoteDraft = { key: string; text: string; mentions: { uId: string; name: string }[] };

const prefix = `${typedPrefix}chat-note:`;
const Kept = z.object({
  key: z.string().min(1).max(64),
  text: z.string(),
  mentions: z.array(z.object({ uId: z.string(), name: z.string() })),
});

export const emptyNote = (): NoteDraft => ({ key: crypto.randomUUID(), text: '', mentions: [] });

export function getNoteDraft(chatId: string): NoteDraft {
  try {
    return Kept.parse(JSON.parse(getOwnStore()?.read(prefix + chatId) ?? ''));
  } catch {
    return emptyNote();
  }
}

export const setNoteDraft = (chatId: string, draft: NoteDraft): void =>
  getOwnStore()?.write(prefix + chatId, draft.text === '' ? null : JSON.stringify(draft));
