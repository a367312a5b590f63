import { type AnalyticsExplanation, endpoints } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setToken } from '../../../lib/session.ts';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { AnalyticsSearch } from './analytics.search.ts';
import { ExplainDrawer } from './explain-drawer.tsx';

const explain = `GET ${endpoints.chatAnalytics.explain.path}`;
const billing = idOf(1);
const others = { parts: 2, change: 10_400, slower: 10_400, more: 0, before: 7, after: 9 };
const wait: AnalyticsExplanation = {
  ...{ measure: 'chat.wait', unit: 'ms', change: 100_000, above: null, isTooFew: false },
  before: { fromDate: '2026-03-02', toDate: '2026-03-02', value: 60_000, count: 40 },
  after: { fromDate: '2026-03-03', toDate: '2026-03-03', value: 160_000, count: 78 },
  properties: [
    {
      by: 'department',
      parts: [
        {
          ...{ key: billing, name: 'Billing', change: 99_800, slower: 20_000, more: 79_800 },
          before: { value: 60_000, count: 20 },
          after: { value: 240_000, count: 58 },
        },
        {
          ...{ key: '', name: '', change: -10_200, slower: -10_200, more: 0 },
          before: { value: 60_000, count: 13 },
          after: { value: 50_000, count: 11 },
        },
      ],
      others,
    },
    {
      by: 'hour',
      parts: [
        {
          ...{ key: '9', name: '', change: 100_000, slower: 100_000, more: 0 },
          before: { value: 1, count: 40 },
          after: { value: 2, count: 78 },
        },
      ],
      others: { ...others, parts: 0, change: 0 },
    },
  ],
};
let changes: object[] = [];
const server = stubServer(() => ({ [explain]: () => good(wait) }));
const search = AnalyticsSearch.parse({ why: 'wait', compare: 'year' });

const Page = () => <ExplainDrawer search={search} onChange={(part) => changes.push(part)} />;

function open(found: Partial<AnalyticsExplanation> = {}) {
  changes = [];
  server.replies[explain] = () => good({ ...wait, ...found });
  setToken('t');
  openScreens('/', (root) => [screenAt(root, '/', Page)]);
}

test('a change is said in a sentence, its parts add up as they are shown, and each opens its chats on both sides', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Parts of the change' }));
  expect(server.queriesOf(explain)).toEqual([{ fromDate: '', toDate: '', sandbox: 'false', compare: 'year', measure: 'chat.wait' }]);
  expect(screen.getByText(/^Average wait: /).textContent).toBe('Average wait: 1:40 more. 1:40 of it: Billing. 38 more chats came there.');
  const shown = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(shown).toEqual([
    ['Department', 'Change', 'By its values', 'By its number of chats', 'Before', 'Now'],
    ['Billing', '+1:40', '+0:20', '+1:20', '1:00 (20)', '4:00 (58)'],
    ['No department', '−0:10', '−0:10', '0:00', '1:00 (13)', '0:50 (11)'],
    ['2 others', '+0:10', '+0:10', '0:00', '7', '9'],
    ['Together', '+1:40', '', '', '', ''],
  ]);
  await userEvent.click(table.getByRole('button', { name: 'Billing, Before: 1:00 (20). Show 20 chats' }));
  await userEvent.click(table.getByRole('button', { name: 'No department, Now: 0:50 (11). Show 11 chats' }));
  expect(changes).toEqual([
    { rows: 'chat.wait', ofBy: 'department', ofPart: billing, ofFormer: true, ofAbove: -1 },
    { rows: 'chat.wait', ofBy: 'department', ofPart: '', ofFormer: false, ofAbove: -1 },
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Hour' }));
  expect(screen.getByRole('rowheader', { name: '09:00' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: '90 % take less' }));
  expect(changes.at(-1)).toEqual({ why: 'waitP90' });
});

test('the chats that took longer than 90 % did are counted, and opened as such', async () => {
  const [first] = wait.properties;
  open({ measure: 'chat.waitP90', above: 65_000, change: 10, properties: first ? [{ ...first, parts: first.parts.slice(0, 1) }] : [] });
  expect(await screen.findByText('Counted are the chats that took longer than 1:05, which was the limit of 90 % before.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Billing, Now: 58. Show 58 chats' }));
  expect(changes).toEqual([{ rows: 'chat.waitP90', ofBy: 'department', ofPart: billing, ofFormer: false, ofAbove: 65_000 }]);
});

test('too few chats explain nothing, and say from how many on', async () => {
  open({ isTooFew: true, properties: [] });
  expect(await screen.findByText('Too few chats to explain')).toBeTruthy();
  expect(screen.getByText('A change is explained from 30 chats on. Choose more days, or fewer filters.')).toBeTruthy();
});
