import { getOwnStore, readChoice } from '../../../lib/own-store.ts';
import { undoReplies } from '../shared/outbox.ts';
import { setTaken } from './assist-taken.ts';
import { partsOf, returnToDraft } from './drafts.ts';

/** Name of the person's choice, in seconds. */
export const undoChoice = 'undo-send';
export const undoSeconds = ['0', '5', '10'] as const;

/** So long a reply of this person can be undone. */
export function undoMs(): number {
  const seconds = readChoice<string>(getOwnStore(), undoChoice, '0');
  return undoSeconds.some((known) => known === seconds) ? Number(seconds) * 1000 : 0;
}

/** Lays what has not left yet into the field again. @returns whether there was something */
export function undoSend(chatId: string): boolean {
  const undone = undoReplies(chatId);
  for (const item of undone) {
    returnToDraft(chatId, { ...partsOf(item), seen: item.seen ?? 0, mail: item.mail });
    if (item.assist || item.original) setTaken(chatId, item);
  }
  return undone.length > 0;
}
