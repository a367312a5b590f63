import { ApiError } from '@parley/client';
import { act } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Owner, setOwner } from '../../../lib/own-store.ts';
import { toastTexts } from '../../../test-screens.tsx';
import { createOutbox } from './outbox.ts';

const asha: Owner = { eId: 'e1', uId: 'asha' };
const ben: Owner = { eId: 'e1', uId: 'ben' };

/** Messages that the server stores: each key of a user once. */
let stored: { by: string; chatId: string; message: string }[];
let asked: string[];
let facts: object[];
/** User signed in at the other end of every tab's connection; undefined while the browser is offline. */
let user: string | undefined;
/** The server answers once this promise resolves. */
let answers: Promise<void>;
let refuse: ((message: string) => ApiError | undefined) | undefined;
const keys = new Set<string>();

/** A tab of the browser: storage and locks are shared with the others. */
function openTab(locks: Pick<LockManager, 'request'> | undefined = makeLocks()) {
  const tab = createOutbox(
    {
      user: () => user,
      request: async ({ chatId, key, message, ...rest }) => {
        const by = user ?? '';
        asked.push(`${key} ${message}`);
        facts.push(rest);
        await answers;
        const refusal = rest.force ? undefined : refuse?.(message);
        if (refusal) throw refusal;
        if (!keys.has(`${by} ${key}`)) stored.push({ by, chatId, message });
        keys.add(`${by} ${key}`);
      },
    },
    locks,
  );
  onTestFinished(() => tab.close());
  return tab;
}
/** Fakes the browser's locks: one holder of a name at a time, the others in their order. */
function makeLocks(): Pick<LockManager, 'request'> {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, work: unknown) => {
      const next = (tails.get(name) ?? Promise.resolve()).then(work as () => unknown);
      tails.set(name, next);
      return next as never;
    },
  };
}
/** The browser tells the other tabs of what one has changed. */
const tellTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));
const said = () => stored.map(({ message }) => message);
const wordsOf = (tab: ReturnType<typeof createOutbox>) => tab.items().map(({ text }) => text);

beforeEach(() => {
  stored = [];
  asked = [];
  facts = [];
  user = undefined;
  refuse = undefined;
  answers = Promise.resolve();
  keys.clear();
  setOwner(asha);
});

test('a place waits with its card through a closed tab, and its words do not leave beside it', async () => {
  const card = { kind: 'location' as const, latitude: 19.07, longitude: 72.87, name: 'Shop', address: '' };
  const tab = openTab();
  tab.send('x', 'Shop', null, { seen: 4, card });
  tab.close();
  const next = openTab();
  expect(wordsOf(next)).toEqual(['Shop']);
  user = 'asha';
  next.flush();
  await vi.waitFor(() => expect(said()).toEqual(['']));
  expect(facts).toEqual([{ seen: 4, card }]);
});

test('two tabs write offline and are closed: no reply is lost, and each is sent once and in its order by whichever tabs come next', async () => {
  const locks = makeLocks();
  const [one, two] = [openTab(locks), openTab(locks)];
  one.send('x', 'x1', null);
  two.send('y', 'y1', null);
  one.send('x', 'x2', null);
  two.send('y', 'y2', null);
  one.close();
  two.close();
  const next = [openTab(locks), openTab(locks)];
  for (const tab of next) expect(wordsOf(tab).sort()).toEqual(['x1', 'x2', 'y1', 'y2']);
  user = 'asha';
  for (const tab of next) tab.flush();
  await vi.waitFor(() => expect(said()).toHaveLength(4));
  expect(said().filter((text) => text.startsWith('x'))).toEqual(['x1', 'x2']);
  expect(said().filter((text) => text.startsWith('y'))).toEqual(['y1', 'y2']);
  expect(asked).toHaveLength(4);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a tab shows what another writes, and forgets what another has sent', async () => {
  const locks = makeLocks();
  const [one, two] = [openTab(locks), openTab(locks)];
  one.send('x', 'Hello', null);
  tellTabs();
  expect(wordsOf(two)).toEqual(['Hello']);
  user = 'asha';
  one.flush();
  await vi.waitFor(() => expect(said()).toEqual(['Hello']));
  tellTabs();
  await vi.waitFor(() => expect(wordsOf(two)).toEqual([]));
  // The tab that sent it keeps it until the record has it.
  expect(one.items().map(({ state }) => state)).toEqual(['sent']);
});

test('every tab sends in the same order without locks, and the server stores each key once', async () => {
  const first = openTab(undefined);
  first.send('x', 'x1', null);
  first.send('x', 'x2', null);
  const second = openTab(undefined);
  user = 'asha';
  first.flush();
  second.flush();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(2));
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  expect(said()).toEqual(['x1', 'x2']);
});

test('a reply that waits is shown to nobody else, sent by nobody else, and told to its writer at the next sign-in', async () => {
  const tab = openTab();
  tab.send('x', 'Words of Asha', null);
  setOwner(undefined);
  expect(tab.items()).toEqual([]);
  setOwner(ben);
  user = 'ben';
  tab.flush();
  tellTabs();
  expect([tab.items(), stored, toastTexts()]).toEqual([[], [], []]);
  tab.send('x', 'Words of Ben', null);
  await vi.waitFor(() => expect(stored).toEqual([{ by: 'ben', chatId: 'x', message: 'Words of Ben' }]));

  setOwner(undefined);
  user = undefined;
  setOwner(asha);
  expect(toastTexts()).toEqual(['1 reply that you wrote here before has not been sent yet.']);
  expect(wordsOf(tab)).toEqual(['Words of Asha']);
  user = 'asha';
  tab.flush();
  await vi.waitFor(() => expect(stored.at(-1)).toEqual({ by: 'asha', chatId: 'x', message: 'Words of Asha' }));
});

test('the same user id in another enterprise is another person', () => {
  openTab().send('x', 'Words of Asha', null);
  setOwner({ eId: 'e2', uId: 'asha' });
  expect(openTab().items()).toEqual([]);
});

test('a page never sends by the line of another person, whom another tab has signed in', () => {
  const tab = openTab();
  user = 'ben';
  tab.send('x', 'Words of Asha', null);
  tab.flush();
  expect([asked, wordsOf(tab)]).toEqual([[], ['Words of Asha']]);
});

test('a session that ends while a reply is on its way leaves it to its writer', async () => {
  const tab = openTab();
  user = 'asha';
  const line = Promise.withResolvers<void>();
  answers = line.promise;
  refuse = () => new ApiError('network', 'offline', 0);
  tab.send('x', 'On its way', null);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  setOwner(ben);
  await act(async () => line.resolve());
  expect([tab.items(), Object.keys(localStorage)]).toEqual([[], [expect.stringMatching(/^own:e1:asha:/)]]);
  setOwner(asha);
  expect(tab.items().map(({ state, text }) => [state, text])).toEqual([['waiting', 'On its way']]);
});

test('an old unsent message must be read before it goes, and one that the server may have forgotten is not sent again', () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
  openTab().send('x', 'See you at noon', null);
  vi.setSystemTime(new Date('2026-03-02T11:00:00Z'));
  const tab = openTab();
  user = 'asha';
  tab.flush();
  expect(tab.items().map(({ state, reason }) => [state, reason])).toEqual([
    ['refused', 'Written a while ago. Read it before you send it.'],
  ]);
  vi.setSystemTime(new Date('2026-03-16T09:00:00Z'));
  const key = tab.items()[0]?.key ?? '';
  tab.retry(key);
  expect([tab.items()[0]?.state, asked]).toEqual(['refused', []]);
  tab.drop(key);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a refused reply waits for its writer in every tab, and does not hold up the next one', async () => {
  const [one, two] = [openTab(), openTab()];
  user = 'asha';
  refuse = (message) => (message === 'No' ? new ApiError('chat.state_invalid', 'This chat has ended.', 409) : undefined);
  one.send('x', 'No', null);
  one.send('x', 'Yes', null);
  await vi.waitFor(() => expect(said()).toEqual(['Yes']));
  tellTabs();
  expect(two.items().map(({ text, state, reason }) => [text, state, reason])).toEqual([['No', 'refused', 'This chat has ended.']]);
});

test('a message kept before keys named an owner belongs to nobody: it is not shown, not sent, and removed', () => {
  localStorage.setItem('typed:chat-outbox', JSON.stringify([{ key: 'k', chatId: 'x', text: 'Whose?', at: '2026-01-01T00:00:00Z' }]));
  setOwner(ben);
  expect([openTab().items(), Object.keys(localStorage)]).toEqual([[], []]);
});

const meanwhile = {
  actionId: crypto.randomUUID(),
  number: 6,
  authorKind: 'agent',
  name: 'Ben',
  message: 'Done.',
  attachmentName: '',
  secondsAgo: 3,
};
const answered = () => new ApiError('chat.answered_meanwhile', 'Somebody else has answered.', 409, { entries: [meanwhile] });

test('a reply that waited through a sleep carries what was seen when it was begun, is held behind a colleague, and goes once by force', async () => {
  const asleep = openTab();
  asleep.send('x', 'Asleep for ten minutes', null, { seen: 5 });
  asleep.close();
  const tab = openTab();
  user = 'asha';
  refuse = answered;
  tab.flush();
  await vi.waitFor(() => expect(tab.items()[0]?.state).toBe('refused'));
  expect([facts, tab.items()[0]?.held?.entries, stored]).toEqual([[{ seen: 5 }], [meanwhile], []]);
  // Another tab of the person shows it as well, and a reload keeps it.
  expect(openTab().items()[0]?.held?.entries).toEqual([meanwhile]);
  tab.retry(tab.items()[0]?.key ?? '');
  await vi.waitFor(() => expect(said()).toEqual(['Asleep for ten minutes']));
  expect([facts.at(-1), tab.items()[0]?.held]).toEqual([{ seen: 5, force: true }, undefined]);
});

test('a reply that was refused for something else is sent again without force', async () => {
  const tab = openTab();
  user = 'asha';
  refuse = () => new ApiError('chat.state_invalid', 'This chat has ended.', 409);
  tab.send('x', 'Hello', null, { seen: 5 });
  await vi.waitFor(() => expect(tab.items()[0]?.state).toBe('refused'));
  tab.retry(tab.items()[0]?.key ?? '');
  await vi.waitFor(() => expect(facts).toEqual([{ seen: 5 }, { seen: 5 }]));
});

test('an undoable reply of a tab that was closed is asked about on return, and not sent by itself; while its tab lives others leave it', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
  user = 'asha';
  const first = openTab();
  first.send('x', 'Half meant', null, {}, 5_000);
  const other = openTab();
  other.flush();
  await vi.advanceTimersByTimeAsync(4_000);
  expect([asked, other.items().map(({ state }) => state)]).toEqual([[], ['undoable']]);
  first.close();
  other.close();
  const next = openTab();
  await vi.advanceTimersByTimeAsync(4_100);
  expect([asked, next.items().map(({ state, reason }) => [state, reason])]).toEqual([
    [],
    [['refused', 'The page was closed before it left. Send it now?']],
  ]);
  next.retry(next.items()[0]?.key ?? '');
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual(['Half meant']);
});

test('replies of one press stay undoable together, and are undone together', () => {
  vi.useFakeTimers();
  user = 'asha';
  const tab = openTab();
  tab.send('x', 'Words', null, { batch: 'b1' }, 5_000);
  tab.send('x', 'and a file', null, { batch: 'b1' }, 5_000);
  expect(tab.items().map(({ state }) => state)).toEqual(['undoable', 'undoable']);
  expect(tab.undo('x').map(({ text }) => text)).toEqual(['Words', 'and a file']);
  expect([tab.items(), Object.keys(localStorage), asked]).toEqual([[], [], []]);
});

test('a call behind the replies of a chat waits until they have left, undoable ones too, and hears of one that did not', async () => {
  const tab = openTab();
  user = 'asha';
  expect(await tab.settle('x')).toBe(true);
  let settled: boolean | undefined;
  let open: () => void = () => {};
  answers = new Promise((resolve) => (open = resolve));
  tab.send('x', 'first', null, {}, 60_000);
  void tab.settle('x').then((hasLeft) => (settled = hasLeft));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(settled).toBeUndefined();
  open();
  await vi.waitFor(() => expect(settled).toBe(true));
  expect(said()).toEqual(['first']);
  refuse = () => new ApiError('chat.state_invalid', 'This chat has ended.', 409);
  tab.send('x', 'second', null, {}, 60_000);
  expect(await tab.settle('x')).toBe(false);
  user = undefined;
  tab.send('y', 'offline', null);
  expect(await tab.settle('y', 1)).toBe(false);
});
