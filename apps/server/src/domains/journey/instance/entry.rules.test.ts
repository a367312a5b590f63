import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseEntry, type Entry } from './entry.rules.ts';

const entry = (entryId: string, kind: Entry['kind'], word = '', more: Partial<Entry> = {}): Entry => ({
  entryId,
  journeyId: entryId,
  journeyName: entryId,
  version: 1,
  kind,
  word,
  priority: 5,
  createdAt: new Date(0),
  ...more,
});
const said = (text: string, payload = '') => ({ text, payload });

test('a payload comes before a link, that before an exact word, that before a word in the text, and any message last', () => {
  const all = [
    entry('any', 'any'),
    entry('contains', 'contains', 'loan'),
    entry('keyword', 'keyword', 'loan'),
    entry('link', 'link', 'loan'),
    entry('payload', 'payload', 'P1'),
  ];
  const chosen = (...which: Parameters<typeof chooseEntry>) => chooseEntry(...which).chosen?.entryId;
  expect(chosen(all, said('loan', 'P1'))).toBe('payload');
  expect(chosen(all, said('loan'))).toBe('link');
  expect(
    chosen(
      all.filter(({ kind }) => kind !== 'link'),
      said('loan'),
    ),
  ).toBe('keyword');
  expect(chosen(all, said('a loan please'))).toBe('contains');
  expect(chosen(all, said('loans'))).toBe('any');
  expect(chosen(all, said(''))).toBe('any');
  expect(chooseEntry(all.slice(1), said('hello'))).toEqual({ chosen: undefined, lost: [] });
});

test('ties are decided by the longest word, then priority, then age, and the others say why they lost', () => {
  const long = entry('long', 'contains', 'home loan');
  const short = entry('short', 'contains', 'loan', { priority: 9 });
  const older = entry('older', 'contains', 'home loan', { createdAt: new Date(-1) });
  const { chosen, lost } = chooseEntry([short, long, older], said('a home loan'));
  expect([chosen?.entryId, lost.map(({ entry: { entryId }, reason }) => [entryId, reason])]).toEqual([
    'older',
    [
      ['long', 'AGE'],
      ['short', 'LONGER_WORD'],
    ],
  ]);
  const high = entry('high', 'keyword', 'loan', { priority: 6 });
  expect(chooseEntry([entry('low', 'keyword', 'loan'), high], said('loan'))).toMatchObject({
    chosen: { entryId: 'high' },
    lost: [{ reason: 'PRIORITY' }],
  });
});

test('the order in which rules are looked at decides nothing', () => {
  const kinds = fc.constantFrom<Entry['kind']>('payload', 'link', 'keyword', 'contains', 'any', 'api');
  const some = fc.uniqueArray(
    fc.record({
      entryId: fc.string({ minLength: 1, maxLength: 3 }),
      kind: kinds,
      word: fc.constantFrom('a', 'b', 'a b'),
      priority: fc.nat(2),
    }),
    { selector: ({ entryId }) => entryId, maxLength: 8 },
  );
  fc.assert(
    fc.property(some, fc.constantFrom('a', 'b', 'a b', 'c', ''), fc.infiniteStream(fc.nat()), (made, text, chance) => {
      const entries = made.map(({ entryId, kind, word, priority }) => entry(entryId, kind, word, { priority }));
      const shuffled = entries
        .map((one) => ({ one, at: chance.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
      expect(chooseEntry(shuffled, said(text)).chosen).toEqual(chooseEntry(entries, said(text)).chosen);
    }),
  );
});
