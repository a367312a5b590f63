import type { BotTool } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { ToolPage } from './tool-page.tsx';

const base = `${botBase}/tools`;
const stored: BotTool = {
  id: idOf(21),
  version: 3,
  name: 'cancel_order',
  title: 'Cancel an order',
  description: 'Cancels an order.',
  kind: 'service',
  fields: [{ name: 'order', type: 'string', description: 'Its number', isRequired: true, options: [], attributeId: '' }],
  service: { integrationId: idOf(5), method: 'POST', path: '/orders/{order}/cancel' },
  bound: [{ name: 'customer', source: 'customerId' }],
  picks: ['state'],
  hasEffect: true,
  confirm: 'customer',
  isUnasked: false,
  question: 'Shall I cancel {order}?',
  limits: { chat: 10, customer: 20, day: 1000 },
  timeoutSeconds: 10,
  dryAnswer: '{"state":"cancelled"}',
};
const booking = {
  id: idOf(9),
  name: 'Booking',
  variables: [
    { name: 'city', type: 'Text', isSensitive: false },
    { name: 'day', type: 'Text', isSensitive: false },
    { name: 'pin', type: 'Text', isSensitive: true },
  ],
};
let tools = [stored];
const server = stubServer(() => {
  tools = [stored];
  return {
    [`GET ${base}`]: () =>
      good({ tools, services: [{ id: idOf(5), name: 'Shop' }], attributes: [{ id: idOf(6), name: 'City' }], streams: [booking] }),
    [`POST ${base}`]: ({ body }) => good({ ...stored, ...(body as object), id: idOf(21), version: 4 }),
    [`DELETE ${base}/${idOf(21)}`]: () => good(null),
  };
});
const open = () => openScreens(`/bots/${botId}/tools`, (root) => [screenAt(root, '/bots/$botId/tools', ToolPage)], sampleMe);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = async (name: string | RegExp, text: string) => userEvent.type(screen.getByRole('textbox', { name }), text);
const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('the tools of a bot are listed with their deed, effect and who confirms', async () => {
  open();
  const row = await screen.findByRole('row', { name: /Cancel an order/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancel an ordercancel_order', 'Call a saved service', 'Yes', 'The customer']);
});

test('a bot without tools says what one is good for, and a list that fails is tried again', async () => {
  tools = [];
  server.replies[`GET ${base}`] = () => refused('bot.not_found', 'No such agent.');
  open();
  await screen.findByText('No such agent.');
  server.replies[`GET ${base}`] = () => good({ tools, services: [], attributes: [], streams: [] });
  await press('Try again');
  expect(await screen.findByText('No tools yet')).toBeTruthy();
});

test('a new tool is sent with its inputs, bound values and confirmation', async () => {
  tools = [];
  open();
  await screen.findByText('No tools yet');
  await press('Add a tool');
  await screen.findByRole('dialog', { name: 'New tool' });
  await press('Save');
  expect(screen.getAllByText('This field is mandatory.')).toHaveLength(5);
  await type('Title for people', 'Look up');
  await type('Name for the model', 'look_up');
  await type('When it is of use', 'Looks an order up.');
  await choose('Service', 'Shop');
  await userEvent.type(screen.getByRole('textbox', { name: 'Path below its address' }), '/orders/{{order}');
  await press('Add an input');
  await type('Input 1', 'order');
  await press('Add a bound value');
  await type('Name of the bound value 1', 'chat');
  await choose('Value 1', 'Id of the chat');
  await userEvent.click(screen.getByRole('switch', { name: 'It changes something outside of the conversation' }));
  expect(screen.getByRole('checkbox', { name: 'I know that it has an effect and asks nobody' })).toBeTruthy();
  await choose('Confirmed by', 'An agent');
  expect(screen.queryByRole('checkbox', { name: 'I know that it has an effect and asks nobody' })).toBeNull();
  await press('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['The tool was saved. Train the agent, so that it serves.']));
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    name: 'look_up',
    title: 'Look up',
    description: 'Looks an order up.',
    kind: 'service',
    fields: [{ name: 'order', type: 'string', description: '', isRequired: true, options: [], attributeId: '' }],
    service: { integrationId: idOf(5), method: 'GET', path: '/orders/{order}' },
    bound: [{ name: 'chat', source: 'chatId' }],
    picks: [],
    hasEffect: true,
    confirm: 'agent',
    isUnasked: false,
    question: '',
    limits: { chat: 10, customer: 20, day: 1000 },
    timeoutSeconds: 10,
    dryAnswer: '',
  });
});

test('a tool is changed by the version that was read, its refusal stands at the field, and it is deleted after a question', async () => {
  server.replies[`POST ${base}`] = () =>
    refused('bot_tool.invalid', 'Please check.', {
      errors: [{ field: 'service.path', message: 'Write a path', code: 'tool.path', values: {} }],
    });
  open();
  await screen.findByText('Cancel an order');
  await press('Edit the tool Cancel an order');
  await screen.findByRole('dialog', { name: 'Edit the tool' });
  await press('Save');
  await waitFor(() => expect(server.bodyOf(`POST ${base}`)).toMatchObject({ id: idOf(21), version: 3, picks: ['state'] }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Path below its address' }).getAttribute('aria-invalid')).toBe('true'));
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Delete the tool Cancel an order');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toContain('The tool was deleted.'));
});

test('a stream is chosen with its own variables, those that are sensitive left out, and no agent confirms it', async () => {
  tools = [];
  open();
  await screen.findByText('No tools yet');
  await press('Add a tool');
  await screen.findByRole('dialog', { name: 'New tool' });
  await type('Title for people', 'Book');
  await type('Name for the model', 'book');
  await type('When it is of use', 'Books a visit.');
  await choose('Confirmed by', 'An agent');
  await choose('Kind', 'Run a stream');
  await press('Save');
  expect(screen.getAllByText('This field is mandatory.')).toHaveLength(1);
  await choose('Stream', 'Booking');
  await press('Add an input');
  await userEvent.click(screen.getByRole('combobox', { name: 'Input 1' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['city', 'day']);
  await userEvent.click(screen.getByRole('option', { name: 'city' }));
  await choose('Variables that the model reads at the end', 'day');
  await userEvent.click(screen.getByRole('combobox', { name: 'Confirmed by' }));
  expect(screen.queryByRole('option', { name: 'An agent' })).toBeNull();
  await press('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['The tool was saved. Train the agent, so that it serves.']));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    kind: 'stream',
    stream: { journeyId: idOf(9), minutes: 30 },
    fields: [{ name: 'city', type: 'string' }],
    picks: ['day'],
    confirm: 'customer',
  });
});
