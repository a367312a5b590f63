import { nlp, type Training, trainingTexts } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, type Reply, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId, sampleBot } from '../shared/bot.fixtures.ts';
import { setUnsavedIntent } from '../shared/unsaved.ts';
import { BotFrame } from './bot-frame.tsx';

const current = `GET ${botBase}/training`;
const train = `GET ${botBase}/train`;
const training = (fields: Partial<Training>): Training => ({
  id: idOf(50),
  phase: 'DONE',
  step: 'switching',
  progress: 1,
  reason: '',
  requestedBy: 'Priya',
  startedAt: '2024-01-05T10:30:00.000Z',
  finishedAt: null,
  versionId: null,
  ...fields,
});
const state = (of: Training | null) => good({ training: of, report: null, passedBefore: [] });

const server = stubServer(() => ({
  [`GET ${botBase}`]: () => good(sampleBot),
  [current]: () => state(null),
}));
const screens = [
  'intents',
  'entity-list',
  'entity-list/$type',
  'configuration',
  'conversation',
  'prompt',
  'gen-ai',
  'call-classification',
  'sentiment',
  'training',
  'nlp-report/overview',
];
const open = (path: string, me = sampleMe) =>
  openScreens(
    `/bots/${botId}/${path}`,
    (root) => {
      const frame = screenAt(root, '/bots/$botId', BotFrame);
      return [
        screenAt(root, '/bots', () => 'All bots'),
        frame.addChildren(screens.map((name) => screenAt(frame, name, () => `Screen ${name}`))),
      ];
    },
    me,
  );
const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'Screens of Shop helper' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('BOT-042 BOT-043 BOT-052 the frame has its header, and the tabs of an nlp bot', async () => {
  open('intents');
  expect(await tabs()).toEqual([
    'Intents',
    'Entities',
    'Configuration',
    'GenAI',
    'Designer',
    'Call Classification',
    'Sentiment',
    'Training',
    'Report',
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shop helper');
  expect(['Train Agent', 'Try it'].map((name) => screen.getByRole('button', { name }).textContent)).toEqual(['Train Agent', 'Try it']);
  expect(screen.getByText('Not Trained')).toBeTruthy();
});

test.each([
  ['intents', 'Intents'],
  ['entity-list', 'Entities'],
  ['entity-list/create', 'Entities'],
  ['configuration', 'Configuration'],
  ['conversation', 'Designer'],
  ['gen-ai', 'GenAI'],
  ['call-classification', 'Call Classification'],
  ['sentiment', 'Sentiment'],
  ['nlp-report/overview', 'Report'],
])('BOT-046 the address %s opens the tab %s', async (path, name) => {
  open(path);
  const open_ = await screen.findByRole('link', { current: 'page' });
  expect(open_.textContent).toBe(name);
});

test('BOT-036 BOT-045 a prompt bot has Knowledge Base, Prompt, Tools, Training and Report; its address keeps the word prompt', async () => {
  server.replies[`GET ${botBase}`] = () => good({ ...sampleBot, type: 'prompt' });
  const router = open('prompt');
  expect(await tabs()).toEqual(['Knowledge Base', 'Prompt', 'Tools', 'Training', 'Report']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Prompt');
  await userEvent.click(screen.getByRole('link', { name: 'Knowledge Base' }));
  await screen.findByText('Screen gen-ai');
  expect(router.state.location.search).toEqual({ type: 'prompt' });
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Knowledge Base');
});

test('BOT-044 decision 0119: a prompt bot shows the two tabs first, then three that are more; those of intents stay hidden', async () => {
  server.replies[`GET ${botBase}`] = () => good({ ...sampleBot, type: 'prompt' });
  open('prompt');
  const shown = await tabs();
  expect(shown.slice(0, 2)).toEqual(['Knowledge Base', 'Prompt']);
  expect(shown.slice(2)).toEqual(['Tools', 'Training', 'Report']);
});

test('BOT-040 the back arrow leads to all agents', async () => {
  const router = open('intents');
  await userEvent.click(await screen.findByRole('button', { name: 'Back to all agents' }));
  await screen.findByText('All bots');
  expect(router.state.location.pathname).toBe('/bots');
});

test('BOT-041 BOT-054 the back arrow stays while an intent is not saved', async () => {
  const router = open('intents');
  setUnsavedIntent(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Back to all agents' }));
  expect(toastTexts()).toEqual(['please save the intent']);
  expect(router.state.location.pathname).toBe(`/bots/${botId}/intents`);
});

test('BOT-055 BOT-056 training warns, shows how far it is, then the server’s message', async () => {
  let answer: (reply: Reply) => void = () => {};
  open('intents');
  await screen.findByText('Screen intents');
  server.replies[current] = () => state(training({ phase: 'RUNNING', step: 'evaluating', progress: 0.4 }));
  server.replies[train] = () =>
    new Promise<Reply>((resolve) => {
      answer = resolve;
    });
  await userEvent.click(screen.getByRole('button', { name: 'Train Agent' }));
  expect(toastTexts()).toEqual(['Please wait while we are building the knowledge base!!']);
  expect(await screen.findByText('Measuring the model')).toBeTruthy();
  expect(screen.getByText('40 %')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Train Agent' }) as HTMLButtonElement).disabled).toBe(true);
  server.replies[current] = () => state(training({}));
  answer(good(training({}), 'Agent trained successfully'));
  await waitFor(() => expect(toastTexts()).toEqual(['Agent trained successfully']));
  await waitFor(() => expect(screen.queryByText('Measuring the model')).toBeNull());
});

test('BOT-056 a refused training shows the server’s message', async () => {
  server.replies[train] = () => refused('training.failed', trainingTexts.nothing);
  open('intents');
  await userEvent.click(await screen.findByRole('button', { name: 'Train Agent' }));
  await waitFor(() => expect(toastTexts()).toEqual([trainingTexts.nothing]));
});

test('a training that goes on after its request is told of when it ends', async () => {
  server.replies[train] = () => good(training({ phase: 'RUNNING' }), trainingTexts.goesOn);
  open('intents');
  await screen.findByText('Screen intents');
  server.replies[current] = () => state(training({ phase: 'RUNNING', step: 'training', progress: 0.5 }));
  await userEvent.click(screen.getByRole('button', { name: 'Train Agent' }));
  await waitFor(() => expect(toastTexts()).toEqual([trainingTexts.goesOn]));
  await screen.findByText('Building the model');
  server.replies[current] = () => state(training({ phase: 'FAILED', reason: 'The disk is full.' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The disk is full.']));
});

test('a model that does worse asks, with the way to the result', async () => {
  server.replies[current] = () => state(training({ phase: 'ASKING' }));
  open('intents');
  expect(await screen.findByText(trainingTexts.asks)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Review the result' }).getAttribute('href')).toBe(`/bots/${botId}/training`);
});

test('BOT-053 TRYIT-001 TRYIT-017 the Try it panel opens and closes, and closing forgets the conversation', async () => {
  server.replies[`POST ${nlp}/predictIntent`] = () =>
    good({
      sessionId: idOf(70),
      output: { text: ['Hello'], source: [], sources: [] },
      options: [],
      handsOver: false,
      warnings: [],
      details: null,
    });
  open('intents');
  await userEvent.click(await screen.findByRole('button', { name: 'Try it' }));
  const panel = await screen.findByRole('dialog', { name: 'Try it: Shop helper' });
  await userEvent.type(within(panel).getByRole('textbox', { name: 'Message' }), 'hi{Enter}');
  await screen.findByText('Hello');
  await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Try it' }));
  await screen.findByRole('dialog', { name: 'Try it: Shop helper' });
  expect(screen.queryByText('Hello')).toBeNull();
});

test.each(['other', null])('BOT-025 BOT-026 an agent of type %s has the screens of nlp', async (type) => {
  server.replies[`GET ${botBase}`] = () => good({ ...sampleBot, type });
  open('intents');
  expect((await tabs()).slice(0, 2)).toEqual(['Intents', 'Entities']);
});

test('RBAC-036 NLP.VIEW alone tries an agent, and reads why it cannot train it', async () => {
  open('intents', { ...sampleMe, permissions: ['NLP.VIEW'] } as typeof sampleMe);
  expect(await screen.findByRole('button', { name: 'Try it' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Train Agent' })).toBeNull();
  expect(screen.getByRole('note').textContent).toBe('You can view agents and try them. Your role cannot change them.');
});
