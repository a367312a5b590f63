import type { BotMap } from '@parley/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { StoryMapPage } from './story-map-page.tsx';

const intent = (number: number, name: string, fields: object = {}) => ({
  id: idOf(number),
  name,
  phraseCount: 5,
  parameters: [],
  response: '',
  handsOver: false,
  testCount: 0,
  ...fields,
});
const shop = {
  id: idOf(80),
  name: 'Shop',
  intents: [
    intent(1, 'delivery', { parameters: [{ name: 'city', entity: 'sys.city', required: true }], response: 'We ship daily.', testCount: 2 }),
    intent(2, 'complain', { handsOver: true }),
  ],
};
const small = { id: idOf(81), name: 'Small talk', intents: [intent(3, 'greet', { response: 'Hello' })] };
let stories: BotMap['stories'];
stubServer(() => {
  stories = [shop, small];
  return { [`GET ${botBase}/map`]: () => good({ stories }) };
});
const open = () => openScreens(`/bots/${botId}/conversation`, (root) => [screenAt(root, '/bots/$botId/conversation', StoryMapPage)]);
const story = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name} \\d+ intent`) });
const shownIntents = () => screen.queryAllByRole('link').map((link) => link.querySelector('span')?.textContent);

test('BOT-049 decision 0119: the Designer is no empty screen; its map shows stories, intents, what they ask for and answer, and the cover of tests', async () => {
  open();
  await story('Shop');
  expect(screen.getByText('1 of 3 intents have a test').tagName).toBe('SPAN');
  const [delivery, complain] = screen.getAllByRole('link');
  expect(delivery?.textContent).toBe('delivery5 phrases2 testsAsks forcity (required)Answers: We ship daily.');
  expect(complain?.textContent).toBe('complain5 phrasesNo testHands over to an agentNo answer yet');
  expect(delivery?.getAttribute('href')).toBe(`/bots/${botId}/intents?story=${idOf(80)}&intent=${idOf(1)}`);
});

test('stories fold, and a search shows what it finds, folded or not', async () => {
  open();
  const head = await story('Shop');
  await userEvent.click(head);
  expect([head.getAttribute('aria-expanded'), shownIntents()]).toEqual(['false', ['greet']]);
  await userEvent.click(screen.getByRole('button', { name: 'Fold all' }));
  expect(shownIntents()).toEqual([]);
  await userEvent.type(screen.getByRole('searchbox'), 'CITY{Enter}');
  await waitFor(() => expect(shownIntents()).toEqual(['delivery']));
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'nothing such{Enter}');
  expect((await screen.findByRole('heading', { name: 'Nothing matches' })).tagName).toBe('H3');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), '{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Unfold all' }));
  expect(shownIntents()).toEqual(['delivery', 'complain', 'greet']);
});

test('stories of a large bot are folded at first', async () => {
  stories = [{ ...shop, intents: Array.from({ length: 150 }, (_, index) => intent(100 + index, `intent ${index}`)) }];
  open();
  expect((await story('Shop')).getAttribute('aria-expanded')).toBe('false');
  expect(shownIntents()).toEqual([]);
});

test('arrow keys move through the map and fold its stories', async () => {
  open();
  const head = await story('Shop');
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  const focused = () => document.activeElement?.textContent?.slice(0, 8);
  head.focus();
  press('ArrowDown');
  expect(focused()).toBe('delivery');
  press('ArrowLeft');
  expect(document.activeElement).toBe(head);
  press('ArrowLeft');
  expect(head.getAttribute('aria-expanded')).toBe('false');
  press('ArrowDown');
  expect(focused()).toBe('Small ta');
  press('End');
  expect(focused()).toBe('greet5 p');
  press('Home');
  press('ArrowRight');
  expect([document.activeElement === head, head.getAttribute('aria-expanded')]).toEqual([true, 'true']);
});

test('an empty bot leads to its intents', async () => {
  stories = [];
  open();
  expect((await screen.findByRole('link', { name: 'Go to the intents' })).getAttribute('href')).toBe(`/bots/${botId}/intents`);
});
