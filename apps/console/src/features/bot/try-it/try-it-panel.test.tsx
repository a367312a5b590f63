import { nlp, type TryItAnswer } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, type Reply, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { loadBrand } from '../../account/shared/brand.ts';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { TryItPanel } from './try-it-panel.tsx';

const predict = `POST ${nlp}/predictIntent`;
const answer = (fields: Partial<TryItAnswer> = {}): TryItAnswer => ({
  sessionId: idOf(70),
  output: { text: ['Hello'], source: [], sources: [] },
  options: [],
  handsOver: false,
  warnings: [],
  details: null,
  ...fields,
});
const server = stubServer(() => ({ [predict]: () => good(answer()) }));
const onClose = vi.fn();
afterEach(() => onClose.mockClear());

async function open() {
  openScreens('/', (root) => [screenAt(root, '/', () => <TryItPanel botId={botId} botName="Shop helper" onClose={onClose} />)]);
  return screen.findByRole('textbox', { name: 'Message' });
}
const say = async (words: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), `${words}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Waiting for the answer' })).toBeNull());
};

test('TRYIT-001 TRYIT-002 TRYIT-009 TRYIT-010 TRYIT-011 TRYIT-016 Enter sends the words with who sends them, and the answer appears', async () => {
  await open();
  await say('Where is my order?');
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(server.bodyOf(predict)).toEqual({
    message: { type: 'text', suggestionId: '', text: 'Where is my order?', lnCode: 'en' },
    sessionId: '',
    agentId: botId,
    partialKey: expect.stringMatching(/^[\da-f-]{36}$/),
    metadata: { senderId: sampleMe.uId, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, appId: 'parley-console' },
    debug: true,
  });
});

test('TRYIT-002 the send icon sends as Enter does, and Shift with Enter begins a line', async () => {
  const input = await open();
  await userEvent.type(input, 'one{Shift>}{Enter}{/Shift}two');
  expect(server.countOf(predict)).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Hello');
  expect((server.bodyOf(predict) as { message: { text: string } }).message.text).toBe('one\ntwo');
});

test('TRYIT-013 an empty message is not sent', async () => {
  const input = await open();
  await userEvent.type(input, '   {Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(server.countOf(predict)).toBe(0);
});

test('TRYIT-012 TRYIT-015 the session of an answer travels with the next message; Reset begins a new one', async () => {
  await open();
  await say('one');
  await say('two');
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.queryByText('one')).toBeNull();
  await say('three');
  expect(server.asked.map(({ body }) => (body as { sessionId: string }).sessionId)).toEqual(['', idOf(70), '']);
});

test('the switch As a new customer sends another sender and begins anew', async () => {
  await open();
  await say('one');
  await userEvent.click(screen.getByRole('switch', { name: 'As a new customer' }));
  expect(screen.queryByText('one')).toBeNull();
  await say('two');
  const { metadata, sessionId } = server.bodyOf(predict) as { metadata: { senderId: string }; sessionId: string };
  expect([metadata.senderId === sampleMe.uId, metadata.senderId.length, sessionId]).toEqual([false, 36, '']);
});

test('TRYIT-003 a reply is formatted markdown, and its links open in a new tab', async () => {
  server.replies[predict] = () =>
    good(answer({ output: { text: ['**Yes**, see [here](https://example.com/a)'], source: [], sources: [] } }));
  await open();
  await say('hi');
  expect(screen.getByText('Yes').tagName).toBe('STRONG');
  const link = screen.getByRole('link', { name: 'here' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://example.com/a', '_blank']);
});

test('TRYIT-004 a reply is plain text while hideInnerHtml is on', async () => {
  const usual = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ environment: { hideInnerHtml: true } }));
  await loadBrand();
  vi.stubGlobal('fetch', usual);
  server.replies[predict] = () => good(answer({ output: { text: ['**Yes**'], source: [], sources: [] } }));
  await open();
  await say('hi');
  expect(screen.getByText('**Yes**').tagName).toBe('P');
});

test('TRYIT-005 View Source opens the first source in a new tab; the others are listed', async () => {
  const source = ['https://example.com/one', 'https://example.com/two'];
  const sources: TryItAnswer['output']['sources'] = [];
  server.replies[predict] = () => good(answer({ output: { text: ['Yes'], source, sources } }));
  await open();
  await say('hi');
  const link = screen.getByRole('link', { name: 'View Source' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://example.com/one', '_blank']);
  expect(
    within(screen.getByRole('list', { name: 'More sources' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('https://example.com/two');
});

test('TRYIT-005 a document of the knowledge base is opened at its page', async () => {
  const source = ['/e/enterprise/files/one?x-access-id=t#page=2', '/e/enterprise/files/two?x-access-id=t#page=7', '//example.com/three'];
  const sources = [
    { label: 'one.pdf, page 2', url: source[0] ?? '' },
    { label: 'two.pdf, page 7', url: source[1] ?? '' },
  ];
  server.replies[predict] = () => good(answer({ output: { text: ['Yes'], source, sources } }));
  await open();
  await say('hi');
  expect(screen.getByRole('link', { name: 'View Source' }).getAttribute('href')).toBe(source[0]);
  const others = within(screen.getByRole('list', { name: 'More sources' }));
  expect(others.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['two.pdf, page 7', source[1]],
  ]);
  expect(screen.getByText('one.pdf, page 2')).toBeTruthy();
});

test('a failure is a warning beside the answer', async () => {
  server.replies[predict] = () => good(answer({ warnings: ['The endpoint refused the key (401).'] }));
  await open();
  await say('hi');
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(screen.getByText('The endpoint refused the key (401).')).toBeTruthy();
});

test('TRYIT-006 an empty reply says that there are no messages', async () => {
  server.replies[predict] = () => good(answer({ output: { text: [''], source: [], sources: [] } }));
  await open();
  await say('hi');
  expect(screen.getByText('No messages available')).toBeTruthy();
});

test('TRYIT-007 an animation shows while the answer is awaited', async () => {
  let reply: (reply: Reply) => void = () => {};
  server.replies[predict] = () =>
    new Promise<Reply>((resolve) => {
      reply = resolve;
    });
  await userEvent.type(await open(), 'hi{Enter}');
  expect(screen.getByRole('status', { name: 'Waiting for the answer' })).toBeTruthy();
  reply(good(answer()));
  await screen.findByText('Hello');
  expect(screen.queryByRole('status', { name: 'Waiting for the answer' })).toBeNull();
});

test('a partial answer of a model is shown, not read out, until the whole answer replaces it', async () => {
  const line = openLine();
  line.accept();
  let reply: (reply: Reply) => void = () => {};
  server.replies[predict] = () =>
    new Promise<Reply>((resolve) => {
      reply = resolve;
    });
  await userEvent.type(await open(), 'hi{Enter}');
  const { partialKey } = server.bodyOf(predict) as { partialKey: string };
  const write = (key: string, text: string) => line.receive({ type: 'tryItPartial', data: { key, text } });
  write(partialKey, 'It is');
  write('of another window', 'Something else');
  write(partialKey, 'It is **two**');
  expect(screen.getByText('two').closest('[aria-hidden=true]')?.hasAttribute('inert')).toBe(true);
  expect([screen.queryByText('Something else'), screen.getAllByRole('status', { name: 'Waiting for the answer' }).length]).toEqual([
    null,
    1,
  ]);
  write(partialKey, '');
  expect(screen.queryByText('two')).toBeNull();
  write(partialKey, 'It is **two**');
  reply(good(answer()));
  await screen.findByText('Hello');
  write(partialKey, 'It is **two** years, late');
  expect(screen.queryByText('two')).toBeNull();
});

test('TRYIT-008 the page behind is dimmed and out of reach, and Escape closes the panel', async () => {
  await open();
  const panel = screen.getByRole('dialog', { name: 'Try it: Shop helper' });
  expect([panel.getAttribute('aria-modal'), document.querySelectorAll('.mantine-Drawer-overlay').length]).toEqual(['true', 1]);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('TRYIT-018 one text or several, each is a reply of its own', async () => {
  await open();
  // One text is the specification's other reading; our server answers a list, so the contract has no such answer to give.
  const usual = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json(good({ ...answer(), output: { text: 'Only one', source: [], sources: [] } })));
  await say('hi');
  expect(screen.getByText('Only one')).toBeTruthy();
  vi.stubGlobal('fetch', usual);
  server.replies[predict] = () => good(answer({ output: { text: ['First', 'Second'], source: [], sources: [] } }));
  await say('again');
  expect(['First', 'Second'].map((text) => screen.getByText(text).tagName)).toEqual(['P', 'P']);
});

test('options are buttons that say their words', async () => {
  server.replies[predict] = () =>
    good(answer({ output: { text: ['Did you mean'], source: [], sources: [] }, options: ['refund', 'return'] }));
  await open();
  await say('hi');
  await userEvent.click(screen.getByRole('button', { name: 'refund' }));
  await waitFor(() => expect(server.countOf(predict)).toBe(2));
  expect((server.bodyOf(predict) as { message: { text: string } }).message.text).toBe('refund');
});

test('a failure stands in the conversation with Retry', async () => {
  server.replies[predict] = () => refused('bot.not_trained', 'Train the agent first.');
  await open();
  await say('hi');
  expect(screen.getByRole('alert').textContent).toContain('Train the agent first.');
  server.replies[predict] = () => good(answer());
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Hello');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Details shows what decided: the confidence against the threshold, entities with their positions, the state', async () => {
  const details: TryItAnswer['details'] = {
    language: 'en',
    script: 'Latin',
    intent: 'order status',
    confidence: 0.82,
    threshold: 0.5,
    isInScope: true,
    ranking: [
      { intent: 'order status', confidence: 0.82 },
      { intent: 'refund', confidence: 0.11 },
    ],
    words: [{ word: 'order', weight: 1.25 }],
    nearest: [{ text: 'where is it', intent: 'order status', likeness: 0.9 }],
    entities: [{ entity: 'city', parameter: 'to', start: 3, end: 7, text: 'Pune', value: 'pune' }],
    emotions: [{ label: 'curiosity', score: 0.4 }],
    state: { asks: 'date' },
    answeredBy: 'intent',
    passages: [{ source: 'terms.pdf', page: 2, score: 0.7, text: 'Within 14 days' }],
    meaning: { state: 'FAILED', tookMs: 1503 },
    tools: [{ tool: 'Cancel an order', state: 'PROPOSED', arguments: [{ name: 'order', value: 'A-1' }], answer: '', error: '', tookMs: 0 }],
    versionNumber: 4,
    tookMs: 12.34,
  };
  server.replies[predict] = () => good(answer({ details }));
  await open();
  await say('hi');
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Details' }));
  const card = within(screen.getByRole('region', { name: 'Details' }));
  expect(card.getByRole('img').getAttribute('aria-label')).toBe('Confidence 0.82, threshold 0.50');
  expect(card.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['city → to', '3–7', 'Pune', 'pune']);
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'refund0.11',
    'where is it (order status)0.90',
    'curiosity0.40',
  ]);
  expect(card.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'intent',
    'en · Latin',
    'Failed after 1,503 ms',
    '4',
    '12.3 ms',
  ]);
  expect(card.getByText('terms.pdf, page 2 · 0.70')).toBeTruthy();
  expect(card.getByText('Cancel an order · Proposed').nextSibling?.textContent).toBe('order: A-1');
});

const detailsOf = (fields: Partial<NonNullable<TryItAnswer['details']>>): TryItAnswer['details'] => ({
  language: 'en',
  script: 'Latin',
  intent: 'fly',
  confidence: 0.9,
  threshold: 0.5,
  isInScope: true,
  ranking: [],
  words: [],
  nearest: [],
  tools: [],
  entities: [],
  emotions: [],
  state: {},
  answeredBy: 'intent',
  passages: [],
  meaning: { state: 'OFF', tookMs: 0 },
  versionNumber: 1,
  tookMs: 1,
  ...fields,
});

test('a turn becomes a test of the conversation until it, with its intents and values', async () => {
  const saveTest = `POST ${botBase}/tests`;
  server.replies[saveTest] = ({ body }) => good({ id: idOf(63), version: 1, ...(body as object) });
  server.replies[`GET ${botBase}/intents`] = () => good({ intents: [] });
  const entity = (name: string, parameter: string, text: string, value: string) => ({
    entity: name,
    parameter,
    start: 0,
    end: 1,
    text,
    value,
  });
  const entities = [entity('city', 'to', 'bombay', 'Mumbai'), entity('sys.number', '', '2', '2')];
  server.replies[predict] = () => good(answer({ details: detailsOf({ answeredBy: 'parameter', entities }) }));
  await open();
  await say('fly to bombay');
  server.replies[predict] = () => good(answer({ details: detailsOf({ entities: [entity('sys.date', 'day', 'tomorrow', '2024-01-07')] }) }));
  await say('tomorrow');
  server.replies[predict] = () => good(answer({ details: detailsOf({ answeredBy: 'knowledge' }) }));
  await say('and my bags?');
  server.replies[predict] = () => good(answer({ details: detailsOf({ answeredBy: 'cancel', intent: '' }) }));
  await say('stop');
  await userEvent.click(screen.getByRole('button', { name: 'Save as test: the conversation up to “stop”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New test' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.bodyOf(saveTest)).toEqual({
      name: '',
      turns: [
        { say: 'fly to bombay', intent: 'fly', reply: '', values: [{ name: 'to', value: 'Mumbai' }] },
        { say: 'tomorrow', intent: 'fly', reply: '', values: [{ name: 'day', value: 'tomorrow' }] },
        { say: 'and my bags?', intent: '-', reply: '', values: [] },
        { say: 'stop', intent: '', reply: 'Hello', values: [] },
      ],
    }),
  );
});

test('a turn becomes a phrase of an intent; Escape closes the dialog and leaves the panel', async () => {
  const add = `POST ${botBase}/intent/${idOf(70)}/phrases`;
  server.replies[add] = () => good({ addedCount: 1, utteranceCount: 3 });
  server.replies[`GET ${botBase}/intents`] = () =>
    good({ intents: [{ id: idOf(70), name: 'fly', storyId: idOf(80), storyName: 'Travel' }] });
  server.replies[predict] = () => good(answer({ details: detailsOf({ isInScope: false, answeredBy: 'outOfScope' }) }));
  await open();
  await say('wings please');
  const addButton = screen.getByRole('button', { name: 'Add to intent: “wings please”' });
  await userEvent.click(addButton);
  await screen.findByRole('dialog', { name: 'Add to intent' });
  await userEvent.keyboard('{Escape}{Escape}'); // the first closes the list of intents
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add to intent' })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(addButton);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to intent' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Choose an intent.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Intent' }));
  await userEvent.click(await screen.findByRole('option', { name: 'fly' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The phrase is added to fly. The bot knows it after the next training.']));
  expect(server.bodyOf(add)).toEqual({ phrases: ['wings please'] });
});
