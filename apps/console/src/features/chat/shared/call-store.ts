import { onOwner } from '../../../lib/own-store.ts';
import { beforeSignOut } from '../../../lib/session.ts';

/** The video call that this page holds: one at a time, on whichever screen. */
export type HeldCall = { chatId: string; customerName: string };

let held: HeldCall | undefined;
let end: (() => Promise<void>) | undefined;
const listeners = new Set<() => void>();

export const getCall = (): HeldCall | undefined => held;

export function holdCall(call: HeldCall | undefined): void {
  held = call;
  for (const listener of listeners) listener();
}

export function onCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says how the held call ends for both sides. @returns takes it back */
export function endCallBy(way: () => Promise<void>): () => void {
  end = way;
  return () => {
    if (end === way) end = undefined;
  };
}

beforeSignOut(async () => {
  await end?.();
  return true;
});
// The next person at this browser has no part in the call of the one before.
onOwner(() => holdCall(undefined));
