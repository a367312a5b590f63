import { type AssistCount, type AssistReply, chatSettingKeys, defaultChatConfig } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../../test-screens.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { periodOf } from './assist-counts.queries.ts';

const [get, post] = ['GET /e/enterprise/configuration', 'POST /e/enterprise/configuration'];
const [countsCall, repliesCall] = ['GET /e/enterprise/chat/assist/counts', 'GET /e/enterprise/chat/assist/replies'];
const config = { ...defaultChatConfig, assistTerms: 'Parley' };
const sources = { ...Object.fromEntries(chatSettingKeys.map((key) => [key, 'default'])), assistTerms: 'enterprise' };
const scoped = (chat = config) => good({ chat, sources, version: 3 });
const count = (more: Partial<AssistCount>): AssistCount => ({
  ...{ kind: 'passage', sourceId: idOf(21), name: 'Warranty', deptId: '', department: '', unchanged: 2, edited: 0 },
  ...more,
});
const reply = (number: number): AssistReply => ({
  ...{
    id: `r${number}`,
    chatId: idOf(50),
    chatNumber: '10482-7',
    number,
    at: '2026-05-01T10:00:00Z',
    agentName: 'Asha',
    outcome: 'edited',
  },
});
const server = stubServer(() => ({
  'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [], more: false } }),
  'GET /chatbird/api/nlp/genai/config': () => good([{ id: idOf(30), name: 'Writer' }]),
  [get]: () => scoped(),
  [post]: ({ body }) => scoped({ ...config, ...(body as { chat: object }).chat }),
  [countsCall]: () =>
    good([count({}), count({ kind: 'intent', sourceId: idOf(22), name: 'Hours', deptId: idOf(9), department: 'Sales', edited: 31 })]),
  [repliesCall]: ({ query }) =>
    good(query.before === '' ? { replies: [reply(4), reply(3)], more: true } : { replies: [reply(2)], more: false }),
}));
const path = '/admin/chatConfig/chat-config';
const open = (search = '') =>
  openScreens(
    `${path}?section=assist${search}`,
    (root) => [screenAt(root, path, SettingsPage), screenAt(root, '/chat/conversation', () => <p>Chat</p>)],
    { ...sampleMe, permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'enterprise', deptIds: [] },
  );

test('a department chooses its language model and the terms that are never translated', async () => {
  open();
  const terms = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Terms that are never translated' });
  expect(terms.value).toBe('Parley');
  await userEvent.type(terms, '{Enter}Premium');
  await userEvent.click(screen.getByRole('combobox', { name: 'Language model' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Writer' }));
  await userEvent.click(screen.getByRole('switch', { name: /^Show suggestions/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.bodyOf(post)).toMatchObject({
      chat: { assistTerms: 'Parley\nPremium', assistConfigId: idOf(30), assistShown: false },
      version: 3,
    }),
  );
});

test('counts stand by source and department, and each number opens its replies, page by page', async () => {
  const router = open();
  const table = within(await screen.findByRole('table', { name: 'What was taken over' }));
  await table.findByText('Warranty');
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
  ).toEqual([
    ['Warranty', 'Knowledge', 'No department', '2', '0'],
    ['Hours', 'Answer of a bot', 'Sales', '2', '31'],
  ]);
  await userEvent.click(table.getByRole('button', { name: '31 edited replies from Hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replies from Hours' }));
  await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(2));
  expect(dialog.getAllByRole('link')[0]?.getAttribute('href')).toContain(`chatId=${idOf(50)}&message=4`);
  await userEvent.click(dialog.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(3));
  const asks = { kind: 'intent', sourceId: idOf(22), deptId: idOf(9), outcome: 'edited', ...periodOf(30) };
  expect(server.queriesOf(repliesCall)).toEqual([
    { ...asks, before: '' },
    { ...asks, before: 'r3' },
  ]);
  expect(router.state.location.search).toMatchObject({ use: `intent.${idOf(22)}.${idOf(9)}.edited` });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('use', expect.stringContaining('intent')));
});

test('a period without any is said', async () => {
  server.replies[countsCall] = () => good([]);
  open('&days=7');
  await screen.findByText('No reply began with a suggestion');
  expect(server.queriesOf(countsCall)).toEqual([{ deptId: '', ...periodOf(7) }]);
});

test('days are those of the enterprise’s clock, of which one may have 23 hours', () => {
  // The day has begun in Kolkata that is still to come in UTC.
  expect(periodOf(1, new Date('2026-03-28T19:00:00Z'), 'Asia/Kolkata')).toEqual({
    from: '2026-03-28T18:30:00.000Z',
    to: '2026-03-29T18:30:00.000Z',
  });
  expect(periodOf(1, new Date('2026-03-29T12:00:00Z'), 'Europe/Berlin')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
});
