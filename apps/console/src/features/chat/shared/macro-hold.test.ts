import { ApiError } from '@parley/client';
import { chatStates, type Macro, type MacroFacts } from '@parley/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { idOf, toastTexts } from '../../../test-screens.tsx';
import { createMacroHold, type HeldMacro, macroHoldMs } from './macro-hold.ts';

const macro: Macro = {
  id: idOf(1),
  scope: 'own',
  deptId: '',
  name: 'Urgent',
  letter: 'u',
  steps: [{ kind: 'priority', priority: 9 }],
  order: 0,
  version: 3,
};
const facts: MacroFacts = {
  at: '2026-06-01T10:00:00.000Z',
  zone: 'UTC',
  state: chatStates.ongoing,
  isOwner: true,
  windowEndsAt: null,
  refusal: '',
  texts: [],
  has: [],
  labels: [],
  departments: [],
  agents: [],
  tag: '',
  note: '',
  needsLabel: false,
  needsNote: false,
  missingFields: [],
};
const called = (chatId = 'chat', part: Partial<MacroFacts> = {}) => ({ chatId, macro, facts: { ...facts, ...part }, seen: 4 });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
let ran: { key: string; seen: number; force: boolean }[];
let answer: () => Promise<unknown>;
let prepare: (chatId: string) => Promise<string>;
const makeHold = () =>
  createMacroHold(
    (held: HeldMacro, force) => {
      ran.push({ key: held.requestKey, seen: held.seen, force });
      return answer();
    },
    (chatId) => prepare(chatId),
  );
const close: Macro = { ...macro, id: idOf(2), name: 'Close', steps: [...macro.steps, { kind: 'close', note: '', feedback: '' }] };
const refuse = async () => {
  throw new Error('no line');
};

beforeEach(() => {
  vi.useFakeTimers();
  ran = [];
  answer = async () => null;
  prepare = async () => '';
});

test('a macro waits for five seconds, then runs once and is gone', async () => {
  const hold = makeHold();
  const done: string[] = [];
  hold.onDone((chatId) => done.push(chatId));
  hold.call(called());
  expect(hold.get('chat')?.state).toBe('waiting');
  await pass(macroHoldMs - 1);
  expect(ran).toEqual([]);
  await pass(1);
  expect([ran.length, ran[0]?.seen, ran[0]?.force, hold.get('chat'), done]).toEqual([1, 4, false, undefined, ['chat']]);
  await pass(60_000);
  expect(ran).toHaveLength(1);
});

test('a macro that is undone never runs; one that is run at once does not run again by its time', async () => {
  const hold = makeHold();
  hold.call(called());
  expect(hold.undo('chat')).toBe(true);
  expect(hold.undo('chat')).toBe(false);
  await pass(macroHoldMs);
  expect(ran).toEqual([]);
  hold.call(called());
  await hold.runNow('chat');
  await pass(macroHoldMs);
  expect(ran).toHaveLength(1);
});

test('a macro with a step that cannot be done never runs, and is forgotten when the chat is left', async () => {
  const hold = makeHold();
  hold.call(called('chat', { state: chatStates.closed }));
  expect(hold.get('chat')?.state).toBe('stopped');
  await hold.runNow('chat');
  await pass(macroHoldMs);
  hold.release('chat');
  expect([ran, hold.get('chat')]).toEqual([[], undefined]);
});

test('leaving the chat, or calling another macro in it, runs the one that waits at once', async () => {
  const hold = makeHold();
  hold.call(called());
  hold.release('chat');
  await pass(0);
  expect(ran).toHaveLength(1);
  hold.call(called());
  hold.call({ ...called(), macro: close });
  await pass(0);
  expect(ran).toHaveLength(2);
  await pass(macroHoldMs);
  expect(new Set(ran.map(({ key }) => key)).size).toBe(3);
});

test('a macro that an answer has overtaken asks, and goes on by force under the same key', async () => {
  const hold = makeHold();
  const entry = { actionId: idOf(7), number: 5, authorKind: 'agent', name: 'Ben', message: 'It left', attachmentName: '', secondsAgo: 3 };
  answer = async () => {
    throw new ApiError('chat.answered_meanwhile', 'Somebody else has answered.', 409, { entries: [entry] });
  };
  hold.call(called());
  await pass(macroHoldMs);
  expect([hold.get('chat')?.state, hold.get('chat')?.entries.map(({ name }) => name)]).toEqual(['overtaken', ['Ben']]);
  answer = async () => null;
  await hold.runNow('chat', true);
  expect(ran.map(({ force }) => force)).toEqual([false, true]);
  expect([new Set(ran.map(({ key }) => key)).size, hold.get('chat')]).toEqual([1, undefined]);
});

test('a macro that was not run can be tried again under the same key, and nothing of somebody else runs', async () => {
  const hold = makeHold();
  answer = async () => {
    throw new Error('no line');
  };
  hold.call(called());
  await pass(macroHoldMs);
  expect(hold.get('chat')?.state).toBe('failed');
  await hold.runNow('chat');
  expect(new Set(ran.map(({ key }) => key)).size).toBe(1);
  hold.call(called('other'));
  hold.forget();
  await pass(macroHoldMs);
  expect([ran.length, hold.get('other')]).toEqual([2, undefined]);
});

test('a macro that is called again while it waits, runs or has failed goes on under its key', async () => {
  const hold = makeHold();
  hold.call(called());
  const key = hold.get('chat')?.requestKey;
  hold.call(called());
  expect([ran.length, hold.get('chat')?.requestKey]).toEqual([0, key]);
  let lose: (error: Error) => void = () => {};
  answer = () => new Promise((_resolve, reject) => (lose = reject));
  await pass(macroHoldMs);
  hold.call(called());
  expect([ran.length, hold.get('chat')?.state]).toEqual([1, 'running']);
  lose(new Error('no answer'));
  await pass(0);
  hold.call(called());
  expect(hold.get('chat')?.state).toBe('waiting');
  answer = async () => null;
  await pass(macroHoldMs);
  expect(ran.map((run) => run.key)).toEqual([key, key]);
  // Another version is another macro.
  hold.call(called());
  hold.call({ ...called(), macro: { ...macro, version: 4 } });
  await pass(macroHoldMs);
  expect(new Set(ran.map((run) => run.key)).size).toBe(3);
});

test('a macro that would close the chat asks when its customer writes meanwhile, and runs when it is told to', async () => {
  const hold = makeHold();
  hold.show('chat');
  hold.call({ ...called(), macro: close });
  hold.customerWrote('other', 'Ravi');
  expect(hold.get('chat')?.state).toBe('waiting');
  hold.customerWrote('chat', 'Ravi');
  await pass(macroHoldMs);
  expect([ran.length, hold.get('chat')?.state, hold.get('chat')?.wroteName]).toEqual([0, 'asking', 'Ravi']);
  await hold.runNow('chat');
  expect([ran.length, hold.get('chat'), toastTexts()]).toEqual([1, undefined, []]);
});

test('one that leads nowhere does not ask; one whose customer wrote while its preview was on the way asks at once', async () => {
  const hold = makeHold();
  hold.call(called());
  hold.customerWrote('chat', 'Ravi');
  await pass(macroHoldMs);
  expect(ran).toHaveLength(1);
  hold.call({ ...called(), macro: close, wrote: '' });
  await pass(macroHoldMs);
  expect([ran.length, hold.get('chat')?.state]).toEqual([1, 'asking']);
});

test('a macro that asks is not run when its chat is left; a toast names it', async () => {
  const hold = makeHold();
  const leave = hold.show('chat');
  hold.call({ ...called(), macro: close });
  hold.customerWrote('chat', '');
  leave();
  await pass(macroHoldMs);
  expect([ran.length, hold.get('chat')?.state, toastTexts()]).toEqual([0, 'asking', ['Close was held: the customer wrote meanwhile.']]);
});

test('a macro waits for the replies before it, asks about what is written meanwhile, and says when they do not leave', async () => {
  const hold = makeHold();
  hold.show('chat');
  let settle: (reason: string) => void = () => {};
  prepare = () => new Promise((resolve) => (settle = resolve));
  hold.call({ ...called(), macro: close });
  await pass(macroHoldMs);
  expect([ran.length, hold.get('chat')?.state]).toEqual([0, 'running']);
  hold.customerWrote('chat', 'Ravi');
  settle('');
  await pass(0);
  expect([ran.length, hold.get('chat')?.state]).toEqual([0, 'asking']);
  void hold.runNow('chat');
  settle('Your reply waits.');
  await pass(0);
  expect([ran.length, hold.get('chat')?.state, hold.get('chat')?.reason]).toEqual([0, 'failed', 'Your reply waits.']);
  void hold.runNow('chat');
  settle('');
  await pass(0);
  expect([ran.length, hold.get('chat')]).toEqual([1, undefined]);
});

test('a toast names a macro that failed after its chat was left, or that another one has replaced; none names that of somebody else', async () => {
  const hold = makeHold();
  answer = refuse;
  const leave = hold.show('chat');
  hold.call(called());
  leave();
  await pass(0);
  expect(toastTexts()).toEqual(['Urgent was not run: Something went wrong']);
  hold.show('next');
  hold.call({ ...called('next'), macro: close });
  void hold.runNow('next');
  hold.call(called('next'));
  await pass(0);
  expect([toastTexts(), hold.get('next')?.macro.name]).toEqual([['Close was not run: Something went wrong'], 'Urgent']);
  hold.undo('next');
  hold.call(called('left'));
  void hold.runNow('left');
  hold.forget();
  await pass(0);
  expect([toastTexts(), hold.get('left')]).toEqual([['Close was not run: Something went wrong'], undefined]);
});
