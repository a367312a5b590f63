import { ApiError } from '@parley/client';
import {
  AnsweredMeanwhile,
  chatActionTypes,
  lastMacroSteps,
  type Macro,
  type MacroFacts,
  type MeanwhileEntry,
  type PreviewedStep,
  previewMacro,
  stopOf,
} from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { onOwner } from '../../../lib/own-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { marksOf } from './chat.rules.ts';
import { settleReplies } from './outbox.ts';

/** So long the preview of a macro stands before it runs. */
export const macroHoldMs = 5_000;

/**
 * A macro that was called in a chat and is not done. `waiting` runs at `leavesAt`; `asking` waits for an answer, since the customer wrote;
 * of the others nothing was done.
 * @property requestKey stays over tries, so that it is done once
 * @property seen the highest number on the screen when it was called
 * @property wroteName who wrote while it was held
 */
export type HeldMacro = {
  chatId: string;
  macro: Macro;
  steps: PreviewedStep[];
  requestKey: string;
  seen: number;
  state: 'waiting' | 'asking' | 'running' | 'stopped' | 'overtaken' | 'failed';
  leavesAt: number;
  entries: MeanwhileEntry[];
  reason: string;
  wroteName: string;
};

/** @property wrote name of the customer, who has written since the macro was chosen; undefined: they have not */
type Called = { chatId: string; macro: Macro; facts: MacroFacts; seen: number; wrote?: string | undefined };
type Run = (held: HeldMacro, force: boolean) => Promise<unknown>;
/** Waits for what goes before a macro of a chat. @returns the reason why it cannot run now; '': none */
type Prepare = (chatId: string) => Promise<string>;

/** Tells whether the agent does not go on with the chat after it: then words that nobody has read would stay unread. */
const leadsAway = ({ steps }: Macro): boolean => steps.some(({ kind }) => lastMacroSteps.includes(kind));

/** The words for a macro that is not done, for whoever looks at another chat. */
function describeUndone({ macro: { name }, state, entries, reason, wroteName }: HeldMacro): string {
  const say = chatMacroWords.hold;
  if (state === 'asking') return say('wrote', { name, by: wroteName || say('customer') });
  if (state === 'overtaken') return say('held', { name, by: entries.at(-1)?.name || say('colleague') });
  return say('failed', { name, reason });
}

/** Macros of this page that are not done yet, one of a chat. Nothing of them has left: they are held in the browser, as undo of a reply is. */
export function createMacroHold(run: Run, prepare: Prepare = async () => '') {
  let held = new Map<string, HeldMacro>();
  /** Chats whose bar is on the screen, with how many there are. */
  const shown = new Map<string, number>();
  /** Runs, by key, that begin as soon as what goes before them has left. */
  const preparing = new Map<string, symbol>();
  /** Macros of somebody who has gone: nothing is told of them. */
  let owners = 0;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const doneListeners = new Set<(chatId: string, macro: Macro) => void>();

  const put = (chatId: string, next: HeldMacro | undefined) => {
    held = new Map(held);
    if (next) held.set(chatId, next);
    else held.delete(chatId);
    for (const listener of listeners) listener();
  };
  const stopTimer = (chatId: string) => {
    clearTimeout(timers.get(chatId));
    timers.delete(chatId);
  };

  /** Runs it now. @param force its caller knows of the newer answers */
  async function runNow(chatId: string, force = false): Promise<void> {
    const one = held.get(chatId);
    if (!one || one.state === 'running' || one.state === 'stopped') return;
    stopTimer(chatId);
    put(chatId, { ...one, state: 'running' });
    const owner = owners;
    const isStill = () => held.get(chatId)?.requestKey === one.requestKey;
    const end = (undone: HeldMacro) => {
      if (owner !== owners) return;
      if (isStill()) put(chatId, undone);
      if (!isStill() || !shown.has(chatId)) showToast('error', describeUndone(undone));
    };
    const attempt = Symbol(one.requestKey);
    preparing.set(one.requestKey, attempt);
    const reason = await prepare(chatId);
    // The customer wrote meanwhile, or somebody else has signed in.
    if (preparing.get(one.requestKey) !== attempt) return;
    preparing.delete(one.requestKey);
    if (reason !== '') return end({ ...one, state: 'failed', reason });
    try {
      await run(one, force);
      if (owner !== owners) return;
      if (isStill()) put(chatId, undefined);
      for (const listener of doneListeners) listener(chatId, one.macro);
    } catch (error) {
      const entries = entriesOf(error);
      if (entries.length > 0) end({ ...one, state: 'overtaken', entries });
      else end({ ...one, state: 'failed', reason: describeFailure(error).message });
    }
  }

  /**
   * Shows what a macro would do. It runs after a while, unless a step cannot be done. Another one that was called before runs at once; the same
   * one goes on under its key, since it may be done already and only the answer was lost.
   */
  function call({ chatId, macro, facts, seen, wrote }: Called): void {
    const before = held.get(chatId);
    const isSame = before?.macro.id === macro.id && before.macro.version === macro.version;
    if (isSame && (before.state === 'waiting' || before.state === 'running')) return;
    if (before && !isSame && isUndone(before)) showToast('error', describeUndone(before));
    release(chatId);
    const steps = previewMacro(macro.steps, facts);
    const state = stopOf(steps) >= 0 ? 'stopped' : wrote !== undefined && leadsAway(macro) ? 'asking' : 'waiting';
    const leavesAt = Date.now() + macroHoldMs;
    const requestKey = isSame && isUndone(before) ? before.requestKey : crypto.randomUUID();
    put(chatId, { chatId, macro, steps, requestKey, seen, state, leavesAt, entries: [], reason: '', wroteName: wrote ?? '' });
    if (state === 'waiting')
      timers.set(
        chatId,
        setTimeout(() => void runNow(chatId), macroHoldMs),
      );
  }

  /** Takes it back. @returns whether there was one that could be */
  function undo(chatId: string): boolean {
    const one = held.get(chatId);
    if (!one || one.state === 'running') return false;
    stopTimer(chatId);
    put(chatId, undefined);
    return true;
  }

  /** The chat is left, or another macro called: what waits runs now, and what cannot run is forgotten. */
  function release(chatId: string): void {
    if (held.get(chatId)?.state === 'waiting') void runNow(chatId);
    else if (held.get(chatId)?.state === 'stopped') put(chatId, undefined);
  }

  /** The customer has written: a macro that would end the chat, or hand it on, asks before it does. */
  function customerWrote(chatId: string, name: string): void {
    const one = held.get(chatId);
    if (!one || !leadsAway(one.macro)) return;
    const isHeld = one.state === 'waiting' || (one.state === 'running' && preparing.delete(one.requestKey));
    if (!isHeld) return;
    stopTimer(chatId);
    const asking: HeldMacro = { ...one, state: 'asking', wroteName: name };
    put(chatId, asking);
    if (!shown.has(chatId)) showToast('error', describeUndone(asking));
  }

  /** The bar of a chat is on the screen. @returns takes it away again, which releases what waits */
  function show(chatId: string): () => void {
    shown.set(chatId, (shown.get(chatId) ?? 0) + 1);
    return () => {
      const left = (shown.get(chatId) ?? 1) - 1;
      if (left > 0) shown.set(chatId, left);
      else {
        shown.delete(chatId);
        const one = held.get(chatId);
        if (one?.state === 'asking') showToast('error', describeUndone(one));
      }
      release(chatId);
    };
  }

  return {
    call,
    undo,
    runNow,
    release,
    customerWrote,
    show,
    isShown: (chatId: string): boolean => shown.has(chatId),
    get: (chatId: string) => held.get(chatId),
    /** Nothing of somebody else runs, whatever was under way. */
    forget: () => {
      owners += 1;
      preparing.clear();
      for (const chatId of held.keys()) stopTimer(chatId);
      held = new Map();
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onDone: (listener: (chatId: string, macro: Macro) => void) => {
      doneListeners.add(listener);
      return () => void doneListeners.delete(listener);
    },
  };
}

function entriesOf(error: unknown): MeanwhileEntry[] {
  if (!(error instanceof ApiError) || error.code !== 'chat.answered_meanwhile') return [];
  return AnsweredMeanwhile.safeParse(error.data).data?.entries ?? [];
}

const isUndone = ({ state }: HeldMacro): boolean => state === 'asking' || state === 'overtaken' || state === 'failed';

export const macroHold = createMacroHold(
  ({ chatId, macro, requestKey, seen }, force) =>
    api.macros.run({ params: { chatId, macroId: macro.id }, body: { requestKey, seen, version: macro.version, force } }),
  // Replies that were written before it reach the customer before it.
  async (chatId) => ((await settleReplies(chatId)) ? '' : chatMacroWords.hold('repliesFirst')),
);
onOwner(() => macroHold.forget());
liveClient.onEvent((event) => {
  if (event.type !== 'customerReply') return;
  const { chatId, action } = event.data;
  if (action.actionType === chatActionTypes.customerReply && !marksOf(action).isAutomatic) macroHold.customerWrote(chatId, action.userName);
});

export const useHeldMacro = (chatId: string): HeldMacro | undefined =>
  useSyncExternalStore(macroHold.subscribe, () => macroHold.get(chatId));
