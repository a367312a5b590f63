import { type ConversationRow, nlp } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { addDays, today } from '../../../lib/days.ts';
import { setToken } from '../../../lib/session.ts';
import { givePlacesASize } from '../../../test-draw.tsx';
import { exportCall, exportLink, makeExport } from '../../../test-exports.ts';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { sampleBot } from '../shared/bot.fixtures.ts';
import { emotionPictures } from './emotion.ts';
import { scopeColors } from './overview-tab.tsx';
import { ReportPage } from './report-page.tsx';

const [summary, graph, intents, messages, groups] = [
  'conversationsReport',
  'graphReport',
  'topIntent',
  'conversations',
  'conversations/groups',
].map((name) => `POST ${nlp}/${name}`) as [string, string, string, string, string];
const agents = `GET ${nlp}/v2/agent/`;
const { eId: _eId, promptConfig: _prompt, channels: _channels, ...agentCard } = sampleBot;
const [shop, travel] = [idOf(1), idOf(2)];

const row = (fields: Partial<ConversationRow> = {}): ConversationRow => ({
  turnId: idOf(30),
  sessionId: idOf(40),
  userMessage: 'where is my parcel',
  createdOn: '2024-01-05T10:00:00.000Z',
  intentIdentified: true,
  intent: 'Track parcel',
  confidence: 0.876,
  utterance: 'where is the parcel',
  botResponse: 'On its way.',
  emotion: 'joy',
  otherIntent: [{ intent: 'Opening hours', confidence: 0.12, utterance: 'when do you open' }],
  isErased: false,
  ...fields,
});
const figures = {
  totalConversations: 4,
  averageMessages: 2.5,
  maximumConversations: { maximumConversationsValue: 3, maximumConversationsDate: '2024-01-05' },
  weakUnderstanding: 3,
  totalMessages: 10,
  sandboxMessages: 2,
  timeZone: 'UTC',
};
const server = stubServer(() => ({
  [agents]: () =>
    good({
      agents: [
        { ...agentCard, id: shop },
        { ...agentCard, id: travel, name: 'Travel desk' },
      ],
      more: false,
    }),
  [summary]: () => good(figures),
  [graph]: () =>
    good({
      activeUsers: [{ date: '2024-01-05', value: 2 }],
      scopeTrend: [{ date: '2024-01-05', scoped: 7, nonScoped: 3 }],
    }),
  [intents]: () => good([{ intentId: idOf(70), intentName: 'Track parcel', count: 6 }]),
  [messages]: () => good({ messages: [row()], more: false }),
  [groups]: () =>
    good({
      groups: [
        {
          id: idOf(40),
          name: '',
          firstOn: '2024-01-05T10:00:00.000Z',
          lastOn: '2024-01-05T10:04:00.000Z',
          messages: 3,
          weakUnderstanding: 1,
          conversations: 1,
        },
      ],
      more: false,
    }),
}));
const open = (search = '', path = '/nlp-report/overview') =>
  openScreens(`${path}${search}`, (root) => [
    screenAt(root, '/nlp-report/overview', ReportPage),
    screenAt(root, '/bots/$botId/nlp-report/overview', ReportPage),
  ]);
const bodies = (call: string) => server.asked.filter((one) => one.call === call).map(({ body }) => body);
/** A figure's button, when its figure is there. */
const card = async (name: string) => {
  const button = await screen.findByRole('button', { name: new RegExp(`^${name}`) });
  await waitFor(() => expect(button.textContent).not.toContain('–'));
  return button;
};

test('REPORT-001 REPORT-003 REPORT-004 REPORT-006 REPORT-007 REPORT-009 BOT-082 SHELL-025 it loads once, of the first agent and the last seven days', async () => {
  open();
  expect((await card('Total Conversation')).textContent).toBe('Total Conversation4');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Agent name' }).value).toBe('Shop helper'));
  expect(screen.getByRole('textbox', { name: 'Start Date' }).tagName).toBe('INPUT');
  expect(screen.getByRole('textbox', { name: 'End Date' }).tagName).toBe('INPUT');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Overview', 'User Conversations']);
  const day = today();
  expect(bodies(summary)).toEqual([
    { agentId: shop, startDate: `${addDays(day, -7)}T00:00:00`, endDate: `${day}T23:59:59`, isSandbox: 'false' },
  ]);
  expect(server.queriesOf(agents)).toEqual([{ from: '0', perPage: '-1' }]);
});

test('REPORT-002 BOT-039 below a skill the report is of that skill, with no agent to choose', async () => {
  open('', `/bots/${travel}/nlp-report/overview`);
  await card('Total Conversation');
  expect(screen.queryByRole('combobox', { name: 'Agent name' })).toBeNull();
  expect(bodies(summary)).toMatchObject([{ agentId: travel }]);
  expect(bodies(agents)).toEqual([]);
});

test('REPORT-007 BOT-004 another agent counts from Submit on', async () => {
  const router = open();
  await card('Total Conversation');
  const picker = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Agent name' });
  await waitFor(() => expect(picker.value).toBe('Shop helper'));
  await userEvent.clear(picker);
  await userEvent.type(picker, 'trav');
  await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Travel desk']));
  await userEvent.click(screen.getByRole('option', { name: 'Travel desk' }));
  expect(bodies(summary)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(bodies(summary)).toMatchObject([{ agentId: shop }, { agentId: travel }]));
  expect(router.state.location.search).toMatchObject({ agent: travel });
});

test('REPORT-010 REPORT-013 REPORT-014 REPORT-019 REPORT-032 REPORT-033 the figures read as the specification writes them', async () => {
  open();
  expect((await card('Avg.msg.per conversation')).textContent).toBe('Avg.msg.per conversation2.50');
  expect((await card('Max.Conversation')).textContent).toBe('Max.Conversation3on 5 Jan 2024');
  expect((await card('Weak Understanding')).textContent).toBe('Weak Understanding3');
  expect((await card('Total Messages')).textContent).toBe('Total Messages10');
  expect((await card('Total Scoped Messages')).textContent?.trim()).toBe('Total Scoped Messages7');
  expect((await card('Total non-Scoped Messages')).textContent?.trim()).toBe('Total non-Scoped Messages3');
  expect((await screen.findByText('Scoped: 70.00 %')).tagName).toBe('P');
  expect((await card('Track parcel')).textContent).toBe('Track parcel6');
});

test('REPORT-017 REPORT-032 the share is 0.00 without messages, and those of the sandbox are told', async () => {
  server.replies[summary] = () =>
    good({
      ...figures,
      totalConversations: 0,
      averageMessages: 0,
      maximumConversations: { maximumConversationsValue: 0, maximumConversationsDate: '' },
      weakUnderstanding: 0,
      totalMessages: 0,
    });
  open();
  expect((await screen.findByRole('note')).textContent).toBe('2 messages of the sandbox are not counted here');
  expect((await screen.findByText('Scoped: 0.00 %')).tagName).toBe('P');
  expect((await card('Avg.msg.per conversation')).textContent).toBe('Avg.msg.per conversation0');
});

test('REPORT-008 neither day of the range may pass the other: such a day is named, and Submit asks with the last good ones', async () => {
  open('?start=2024-01-02&end=2024-01-05');
  await card('Total Conversation');
  const [start, end] = ['Start Date', 'End Date'].map((name) => screen.getByRole('textbox', { name })) as [HTMLElement, HTMLElement];
  const type = (field: HTMLElement, value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  type(start, '2024-01-06');
  expect(screen.getByText('The last day possible is 5 Jan 2024.')).toBeTruthy();
  type(start, '2024-01-05');
  type(end, '2024-01-04');
  expect(screen.getByText('The first day possible is 5 Jan 2024.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(bodies(summary).at(-1)).toMatchObject({ startDate: '2024-01-05T00:00:00', endDate: '2024-01-05T23:59:59' }));
});

test('REPORT-012 bars, slices and their keys have a dark green for scoped and a light one for the others, in both of their charts', async () => {
  givePlacesASize();
  open();
  await card('Total Conversation');
  const [dark, light] = ['--mantine-color-green-7', '--mantine-color-green-3'];
  expect(scopeColors).toEqual({ scoped: 'green.7', nonScoped: 'green.3' });
  const fills = (selector: string) => [...document.querySelectorAll(selector)].map((element) => element.getAttribute('fill'));
  await waitFor(() => expect(fills('.recharts-bar path')).toEqual([`var(${dark})`, `var(${light})`]));
  await waitFor(() => expect(fills('.recharts-pie path')).toEqual([`var(${dark})`, `var(${light})`]));
});

test('REPORT-015 REPORT-016 the scoped messages open the conversations with Scopped; the other counts open theirs', async () => {
  const router = open();
  await userEvent.click(await card('Total Scoped Messages'));
  expect((await screen.findByRole('tab', { name: 'User Conversations' })).getAttribute('aria-selected')).toBe('true');
  await screen.findByText('where is my parcel');
  expect(bodies(messages)).toMatchObject([{ agentId: shop, scopeType: '1' }]);
  expect(router.state.location.search).toMatchObject({ view: 'conversations', scope: 1 });
  await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
  await userEvent.click(await card('Weak Understanding'));
  await waitFor(() => expect(bodies(messages).at(-1)).toMatchObject({ scopeType: '2' }));
});

test('REPORT-011 REPORT-018 each number of a chart opens its rows by the keyboard', async () => {
  open();
  const [trend, people] = await screen.findAllByRole('button', { name: 'Show the numbers' });
  await userEvent.click(trend as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'non-Scoped, 5 Jan 2024: 3' }));
  await waitFor(() =>
    expect(bodies(messages).at(-1)).toMatchObject({ startDate: '2024-01-05T00:00:00', endDate: '2024-01-05T23:59:59', scopeType: '2' }),
  );
  expect(people).toBeTruthy();
});

test('a card opens the conversations that it counts, and one of them its messages', async () => {
  open();
  await userEvent.click(await card('Total Conversation'));
  const drawer = within(await screen.findByRole('dialog'));
  await userEvent.click(await drawer.findByRole('button', { name: /2024/ }));
  await waitFor(() => expect(bodies(messages)).toMatchObject([{ sessionId: idOf(40), scopeType: '0' }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: One conversation' }));
  await waitFor(() => expect(bodies(messages).at(-1)).toMatchObject({ sessionId: '' }));
});

test('people stand by their names, and one without a name as a visitor', async () => {
  const person = {
    firstOn: '2024-01-05T10:00:00.000Z',
    lastOn: '2024-01-05T10:04:00.000Z',
    messages: 3,
    weakUnderstanding: 1,
    conversations: 1,
  };
  server.replies[groups] = () =>
    good({
      groups: [
        { id: idOf(41), name: 'Meera Nair', ...person },
        { id: idOf(42), name: '', ...person },
      ],
      more: false,
    });
  open('?rows=person');
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('button', { name: 'Meera Nair' })).toBeTruthy();
  await userEvent.click(drawer.getByRole('button', { name: 'Visitor' }));
  await waitFor(() => expect(bodies(messages)).toMatchObject([{ customerId: idOf(42) }]));
});

test('an answer is shown as its markdown means, and whole above the other intents; its link opens no dialog', async () => {
  server.replies[messages] = () =>
    good({ messages: [row({ botResponse: 'Within **30 days**, see [rules](https://shop.example/rules).' })], more: false });
  open('?view=conversations');
  const link = await screen.findByRole('link', { name: 'rules' });
  expect(screen.getByText('30 days').tagName).toBe('STRONG');
  fireEvent.click(link);
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'where is my parcel' }));
  expect(within(await screen.findByRole('dialog')).getByText('30 days').tagName).toBe('STRONG');
});

test('REPORT-020 REPORT-021 REPORT-022 REPORT-027 REPORT-055 messages have their columns, and a scope; without any there is No Record', async () => {
  open('?view=conversations');
  const table = within(await screen.findByRole('table', { name: 'User Conversations' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Message',
    'Date',
    'Intent Identified',
    'Intent',
    'Confidence',
    'Training Phrase',
    'Response',
    'Emotion',
  ]);
  await table.findByText('where is my parcel');
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'where is my parcel',
    '5 Jan 2024 10:00 AM',
    'Yes',
    'Track parcel',
    '0.88',
    'where is the parcel',
    'On its way.',
    '😊 joy',
  ]);
  server.replies[messages] = () => good({ messages: [], more: false });
  await userEvent.click(screen.getByRole('combobox', { name: 'Scope' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['All', 'Scopped', 'Non Scopped']);
  await userEvent.click(screen.getByRole('option', { name: 'Non Scopped' }));
  expect((await screen.findByText('No Record')).textContent).toBe('No Record');
  expect(bodies(messages).at(-1)).toMatchObject({ scopeType: '2' });
});

test('REPORT-025 REPORT-026 REPORT-039 REPORT-040 REPORT-041 REPORT-051 pages of fifty go on while there is more', async () => {
  server.replies[messages] = ({ query }) => good({ messages: [row()], more: query.from === '0' });
  open('?view=conversations');
  const [previous, next] = await Promise.all(['Previous', 'Next'].map((name) => screen.findByRole<HTMLButtonElement>('button', { name })));
  await waitFor(() => expect([previous?.disabled, next?.disabled]).toEqual([true, false]));
  await userEvent.click(next as HTMLElement);
  expect((await screen.findByText('No More Data to Show')).textContent).toBe('No More Data to Show');
  expect(server.queriesOf(messages)).toEqual([
    { from: '0', perPage: '50' },
    { from: '50', perPage: '50' },
  ]);
  expect([previous?.disabled, next?.disabled]).toEqual([false, true]);
});

test('REPORT-029 WIDGET-027 a message opens the other intents; words that were removed say so', async () => {
  server.replies[messages] = () =>
    good({ messages: [row(), row({ turnId: idOf(31), userMessage: '', botResponse: '', isErased: true, otherIntent: [] })], more: false });
  open('?view=conversations');
  await userEvent.click(await screen.findByRole('button', { name: 'where is my parcel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Other identified intents' }));
  expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Intent', 'Confidence', 'Training Phrase']);
  expect(dialog.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Opening hours', '0.12', 'when do you open']);
  expect(screen.getByText('The words were removed').tagName).toBe('EM');
});

test('REPORT-028 REPORT-037 REPORT-038 the file is offered beside the conversations alone', async () => {
  setToken('t');
  server.replies['GET /e/enterprise/download/getId'] = () => good({ id: 'x' });
  server.replies[exportCall] = () => good(makeExport());
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  open('?start=2024-01-01&end=2024-01-07&scope=2');
  await card('Total Conversation');
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'User Conversations' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
  await waitFor(() => expect(followed).toHaveLength(1));
  expect(followed).toEqual([`${exportLink}?x-access-id=x`]);
  const days = { startDate: '2024-01-01T00:00:00', endDate: '2024-01-07T23:59:59' };
  expect(server.bodyOf(exportCall)).toMatchObject({
    kind: 'conversations',
    filter: { agentId: shop, ...days, scope: '2', timeZoneOffset: '0' },
  });
});

test('REPORT-042 REPORT-052 REPORT-053 a failure is only logged: the last data stays, the intents empty', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  open();
  await card('Track parcel');
  for (const call of [summary, graph, intents]) server.replies[call] = () => refused('bot.not_found', 'No such agent.');
  await userEvent.click(screen.getByRole('switch', { name: 'Sandbox' }));
  await screen.findByText('No Record');
  expect((await card('Total Conversation')).textContent).toBe('Total Conversation4');
  expect(screen.queryByRole('button', { name: /^Track parcel/ })).toBeNull();
  expect(toastTexts()).toEqual([]);
  expect(logged).toHaveBeenCalled();
});

test('the unanswered messages are a view of the report, behind a button', async () => {
  server.replies[`GET ${nlp}/agent/${shop}/unanswered`] = () => good({ groups: [], messageCount: 0 });
  const router = open('?view=conversations');
  await userEvent.click(await screen.findByRole('button', { name: 'Unanswered' }));
  expect((await screen.findByRole('tab', { name: 'Unanswered' })).getAttribute('aria-selected')).toBe('true');
  expect(router.state.location.search).toMatchObject({ view: 'unanswered' });
});

test('REPORT-023 REPORT-024 there are 28 emotions, each with its picture', () => {
  expect(new Set(Object.values(emotionPictures)).size).toBe(28);
});
