import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignReached } from '../../outreach/door.ts';
import { chooseRule, isMeant, type Rule } from './start.rules.ts';

const rule = (entryId: string, kind: Rule['kind'], word = '', more: Partial<Rule> = {}): Rule => ({
  entryId,
  journeyId: entryId,
  journeyName: entryId,
  version: 1,
  kind,
  word,
  settings: {},
  priority: 5,
  createdAt: new Date(0),
  ...more,
});
const said = (text: string, payload = '', campaigns: CampaignReached[] = []) => ({ text, payload, campaigns });

test('a payload comes before a link, that before an exact word, that before a word in the text, and any message last', () => {
  const all = [
    rule('any', 'any'),
    rule('contains', 'contains', 'loan'),
    rule('keyword', 'keyword', 'loan'),
    rule('link', 'link', 'loan'),
    rule('payload', 'payload', 'P1'),
  ];
  const chosen = (...which: Parameters<typeof chooseRule>) => chooseRule(...which).chosen?.entryId;
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
  expect(chooseRule(all.slice(1), said('hello'))).toEqual({ chosen: undefined, lost: [] });
});

test('ties are decided by the longest word, then priority, then age, and the others say why they lost', () => {
  const long = rule('long', 'contains', 'home loan');
  const short = rule('short', 'contains', 'loan', { priority: 9 });
  const older = rule('older', 'contains', 'home loan', { createdAt: new Date(-1) });
  const { chosen, lost } = chooseRule([short, long, older], said('a home loan'));
  expect([chosen?.entryId, lost.map(({ rule: { entryId }, reason }) => [entryId, reason])]).toEqual([
    'older',
    [
      ['long', 'AGE'],
      ['short', 'LONGER_WORD'],
    ],
  ]);
  const high = rule('high', 'keyword', 'loan', { priority: 6 });
  expect(chooseRule([rule('low', 'keyword', 'loan'), high], said('loan'))).toMatchObject({
    chosen: { entryId: 'high' },
    lost: [{ reason: 'PRIORITY' }],
  });
});

test('the order in which rules are looked at decides nothing', () => {
  const kinds = fc.constantFrom<Rule['kind']>('payload', 'link', 'keyword', 'contains', 'any', 'campaign', 'ended', 'attribute', 'api');
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
      const rules = made.map(({ entryId, kind, word, priority }) => rule(entryId, kind, word, { priority }));
      const shuffled = rules
        .map((one) => ({ one, at: chance.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
      expect(chooseRule(shuffled, said(text)).chosen).toEqual(chooseRule(rules, said(text)).chosen);
    }),
  );
});

test('an answer to a campaign comes behind a payload and before a link: the message that the vendor names, or the first one within the hours', () => {
  const at = new Date('2026-03-02T10:00:00Z');
  const reached = (hoursAgo: number, more: Partial<CampaignReached> = {}): CampaignReached => ({
    campaignId: 'c1',
    leftAt: new Date(at.getTime() - hoursAgo * 3_600_000),
    at,
    isAnswered: false,
    isFirst: true,
    ...more,
  });
  const rules = [
    rule('link', 'link', 'loan'),
    rule('campaign', 'campaign', 'c1', { settings: { hours: 5 } }),
    rule('usual', 'campaign', 'c2'),
    rule('payload', 'payload', 'P1'),
  ];
  const chosen = (one: CampaignReached, payload = '') => chooseRule(rules, said('loan', payload, [one])).chosen?.entryId;
  expect(chosen(reached(5))).toBe('campaign');
  expect(chosen(reached(5.1))).toBe('link');
  expect(chosen(reached(900, { isAnswered: true, isFirst: false }))).toBe('campaign');
  expect(chosen(reached(1, { isFirst: false }))).toBe('link');
  expect(chosen(reached(1), 'P1')).toBe('payload');
  expect([72, 72.1].map((hours) => chosen(reached(hours, { campaignId: 'c2' })))).toEqual(['usual', 'link']);
  expect(chosen(reached(1, { campaignId: 'another' }))).toBe('link');
  expect(chooseRule(rules, said('loan', '', [reached(1)])).lost.map(({ rule: { entryId }, reason }) => [entryId, reason])).toEqual([
    ['link', 'LATER_RULE'],
  ]);
});

test('a rule means any change of its value, that it becomes another by more than its letters, or that it is gone', () => {
  const changes = [
    ['', 'Gold'],
    ['Silver', ' gold'],
    ['gold', 'Gold'],
    ['Gold', 'Silver'],
    ['Gold', ''],
    ['Gold', 'Gold'],
  ] as const;
  const meant = (settings: Rule['settings'], field = 'plan') =>
    changes.map(([from, to]) => (isMeant({ word: 'plan', settings }, { field, from, to }) ? 1 : 0)).join('');
  expect(meant({ change: 'changed' })).toBe('111110');
  expect(meant({})).toBe('111110');
  expect(meant({ change: 'became', value: 'GOLD ' })).toBe('110000');
  expect(meant({ change: 'emptied' })).toBe('000010');
  expect(meant({ change: 'changed' }, 'city')).toBe('000000');
});
