import type { AssistOriginal, AssistUse } from '@parley/contract';
import { getOwnStore, onOwner } from '../../../lib/own-store.ts';

/** The draft that a reply began with, and its words before they were translated. */
export type Taken = { assist?: AssistUse | undefined; original?: AssistOriginal | undefined };

/** Drafts of the replies that are begun; this page alone knows of them, so a reply that is taken up after a reload counts as its writer's own. */
const taken = new Map<string, Taken>();
onOwner(() => taken.clear());

const keyOf = (chatId: string) => `${getOwnStore()?.owner.uId ?? ''} ${chatId}`;

export const getTaken = (chatId: string): Taken => taken.get(keyOf(chatId)) ?? {};

export function setTaken(chatId: string, { assist, original }: Taken): void {
  if (assist || original) taken.set(keyOf(chatId), { assist, original });
  else taken.delete(keyOf(chatId));
}
