import { type ChatActHandlers, type ChatActId, chatActs, shownKeys } from './chat-acts.ts';

/** An act that can be done now, as the palette shows it. It loads no words: the part of the screen that offers it has them. */
export type RunnableAct = { id: ChatActId; label: string; keys: string; chatId?: string | undefined };
/** @property chatId the chat that the acts are done in; left out by parts of no chat */
type Part = { read: () => ChatActHandlers; labelOf: (id: ChatActId) => string; chatId?: string | undefined };

/** Parts of the screen that are mounted now; of two with one act the one mounted last counts. */
const parts = new Set<Part>();
const listeners = new Set<() => void>();
let runnable: readonly RunnableAct[] = [];

const offererOf = (id: ChatActId): Part | undefined => [...parts].findLast(({ read }) => read()[id]);

function renew(): void {
  const acts = chatActs.flatMap(({ id, keys }) => {
    const offerer = offererOf(id);
    return offerer ? [{ id, label: offerer.labelOf(id), keys: shownKeys(keys).join(' '), chatId: offerer.chatId }] : [];
  });
  if (JSON.stringify(acts) === JSON.stringify(runnable)) return;
  runnable = acts;
  for (const listener of listeners) listener();
}

/** A part of the screen offers acts until it is taken away again. */
export function offerActs(part: Part): () => void {
  parts.add(part);
  renew();
  return () => {
    parts.delete(part);
    renew();
  };
}

/** Acts that can be done on the screen as it is now. */
export const runnableActs = (): readonly RunnableAct[] => runnable;

export function onRunnableActs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @returns whether the screen has such an act now */
export function runAct(id: ChatActId): boolean {
  const handler = offererOf(id)?.read()[id];
  handler?.();
  return handler !== undefined;
}
