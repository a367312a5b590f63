import { ApiError } from '@parley/client';

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { createDraftSync, type ToldDraft } from './draft-sync.ts';
import { getDraft, getDraftSeen, setDraft, setDraftSeen } from './drafts.ts';

/** The draft of the chat as the server keeps it. */
let stored: ToldDraft;
let saves: string[];
let isOpen: boolean;
/** Reads wait for it, as on a slow line. */
let slowRead: Promise<void> | undefined;
/** Pages that the server tells of a save. */
let pages: ReturnType<typeof createDraftSync>[];

function openPage(tab: string) {
  const page = createDraftSync(
    {
      read: async () => {
        const answer = stored;
        await slowRead;
        return answer;
      },
      isOpen: () => isOpen,
      save: async ({ text, seen, revision, tab: by }) => {
        if (revision !== stored.revision && text !== stored.text) throw new ApiError('chat.draft_changed', 'Changed', 409, { ...stored });
        saves.push(text);
        write({ text, seen }, by);
        return { revision: stored.revision };
      },
    },
    tab,
  );
  pages.push(page);
  onTestFinished(() => page.close());
  return page;
}
const write = ({ text, seen }: Omit<ToldDraft, 'revision'>, by: string) => {
  stored = { text, seen, revision: stored.revision + 1 };
  for (const page of pages) page.told('x', stored, by);
};
const type = (page: ReturnType<typeof createDraftSync>, text: string) => {
  setDraft('x', text);
  setDraftSeen('x', 4);
  page.changed('x');
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [stored, saves, isOpen, pages, slowRead] = [{ text: '', seen: null, revision: 0 }, [], true, [], undefined];
  setOwner(undefined);
  setOwner({ eId: 'e1', uId: 'asha' });
});

test('a draft is saved a second after the last key, and five seconds after the first at the latest', async () => {
  const page = openPage('desk');
  type(page, 'H');
  await pass(900);
  type(page, 'He');
  await pass(900);
  expect(saves).toEqual([]);
  await pass(100);
  expect([saves, stored]).toEqual([['He'], { text: 'He', seen: 4, revision: 1 }]);
  for (let key = 0; key < 6; key += 1) {
    type(page, `He ${key}`);
    await pass(900);
  }
  expect(saves).toEqual(['He', 'He 5']);
});

test('another screen is followed where nothing unsaved stands, and the number that it has seen with it', async () => {
  const page = openPage('desk');
  await page.begin('x');
  write({ text: 'From the phone', seen: 7 }, 'phone');
  expect([getDraft('x'), getDraftSeen('x'), page.lostOf('x')]).toEqual(['From the phone', 7, '']);
  // Ended by the reply that the phone has sent.
  write({ text: '', seen: null }, '');
  expect([getDraft('x'), getDraftSeen('x'), saves]).toEqual(['', undefined, []]);
});

test('words of two screens are both kept: ours stay in the field, the others are offered and can be swapped in', async () => {
  const page = openPage('desk');
  type(page, 'Mine');
  stored = { text: 'Theirs', seen: 3, revision: 1 };
  await pass(1_000);
  expect([getDraft('x'), page.lostOf('x')]).toEqual(['Mine', 'Theirs']);
  await pass(1_000);
  expect([saves, stored.text, stored.revision]).toEqual([['Mine'], 'Mine', 2]);
  page.swapLost('x');
  expect([getDraft('x'), page.lostOf('x')]).toEqual(['Theirs', 'Mine']);
  await pass(1_000);
  expect(stored.text).toBe('Theirs');
  page.dropLost('x');
  expect(page.lostOf('x')).toBe('');
});

test('an answer that was read before a save, and comes after it, changes nothing', async () => {
  const line = Promise.withResolvers<void>();
  slowRead = line.promise;
  const page = openPage('desk');
  const begun = page.begin('x');
  type(page, 'hello');
  await pass(1_000);
  expect(stored).toMatchObject({ text: 'hello', revision: 1 });
  line.resolve();
  await begun;
  expect([getDraft('x'), getDraftSeen('x'), page.revisionOf('x')]).toEqual(['hello', 4, 1]);
});

test('words that are lost one after the other are offered together, and what goes on from words stands in their place', () => {
  const page = openPage('desk');
  type(page, 'Mine');
  write({ text: 'First', seen: 3 }, 'phone');
  write({ text: 'First words', seen: 3 }, 'phone');
  expect(page.lostOf('x')).toBe('First words');
  write({ text: 'Second', seen: 3 }, 'tablet');
  expect([getDraft('x'), page.lostOf('x')]).toEqual(['Mine', 'First words\nSecond']);
});

test('a draft that was written without a line is saved when it is back, also after a reload', async () => {
  isOpen = false;
  type(openPage('desk'), 'Offline');
  await pass(6_000);
  expect(saves).toEqual([]);
  const page = openPage('desk again');
  isOpen = true;
  await page.begin('x');
  await pass(1_000);
  expect([saves, stored.text]).toEqual([['Offline'], 'Offline']);
});

test('a device that comes back follows what was written on another one meanwhile', async () => {
  const page = openPage('desk');
  type(page, 'Hello');
  await pass(1_000);
  page.close();
  pages = [];
  write({ text: 'Hello, Meera', seen: 4 }, 'phone');
  const back = openPage('desk later');
  await back.begin('x');
  expect([getDraft('x'), back.lostOf('x')]).toEqual(['Hello, Meera', '']);
});

test('a reply names the revision that it ends, and none where the server has no words of it', async () => {
  const page = openPage('desk');
  expect(page.revisionOf('x')).toBeUndefined();
  type(page, 'Hello');
  expect(page.revisionOf('x')).toBeUndefined();
  await pass(1_000);
  expect(page.revisionOf('x')).toBe(1);
});
