import type { ClassificationRule } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { ClassificationPage } from './classification-page.tsx';

const base = `${botBase}/classification`;
const rule: ClassificationRule = {
  id: idOf(90),
  name: 'Refund',
  priority: 10,
  words: ['money back', 'refund'],
  intents: ['complain'],
  department: 'Billing',
  version: 1,
};
let rules: ClassificationRule[];
const server = stubServer(() => {
  rules = [rule];
  return {
    [`GET ${base}`]: () =>
      good({
        rules,
        counts: [...rules.map(({ id, name }) => ({ ruleId: id, name, count: 26 })), { ruleId: null, name: '', count: 0 }],
      }),
    [`GET ${botBase}/intents`]: () => good({ intents: [{ id: idOf(70), name: 'complain', storyId: idOf(80), storyName: 'Shop' }] }),
  };
});
const open = () =>
  openScreens(`/bots/${botId}/call-classification`, (root) => [screenAt(root, '/bots/$botId/call-classification', ClassificationPage)]);
// The first screen of a file loads its parts as well, which takes its time on a busy machine.
const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('BOT-050 BOT-051 decision 0119: call-classification is no empty screen; rules are listed in the order they are tried, and deleted after it was confirmed', async () => {
  const remove = `DELETE ${base}/${rule.id}`;
  server.replies[remove] = () => good(null);
  open();
  const table = within(await screen.findByRole('table', { name: 'Classification rules' }));
  await table.findByText('Refund');
  expect(
    table
      .getAllByRole('cell')
      .slice(0, 5)
      .map((cell) => cell.textContent),
  ).toEqual(['10', 'Refund', 'money backrefund', 'complain', 'Billing']);
  await userEvent.click(table.getByRole('button', { name: 'Delete Refund' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect([server.countOf(remove), toastTexts()]).toEqual([1, ['The rule is deleted.']]));
});

test('a rule is added with words; without words and intents it would never fit', async () => {
  const save = `POST ${base}`;
  server.replies[save] = ({ body }) => good({ ...(body as object), id: idOf(91), version: 1 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect([dialog.getByText('This field is mandatory.').tagName, dialog.getByText(/^Enter words or intents/).tagName]).toEqual(['P', 'P']);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Class' }), 'Order');
  await userEvent.type(dialog.getByRole('combobox', { name: 'Words' }), 'buy{Enter}order{Enter}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is saved.']));
  expect(server.bodyOf(save)).toEqual({ name: 'Order', priority: 100, words: ['buy', 'order'], intents: [], department: '' });
});

test('a taken name shows the words of the server', async () => {
  server.replies[`POST ${base}`] = () => refused('rule.name_taken', 'A class Refund exists already.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the rule' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['A class Refund exists already.']));
});

test('a text is tried, and the reason told', async () => {
  const call = `POST ${base}/try`;
  server.replies[call] = () => good({ rule, because: '“refund” was said.' });
  open();
  const box = await part('Test a text');
  await userEvent.type(box.getByRole('textbox', { name: 'Text' }), 'a refund please');
  await userEvent.click(box.getByRole('button', { name: 'Try' }));
  expect((await box.findByText('Class: Refund')).parentElement?.textContent).toBe('Class: Refund“refund” was said.');
  server.replies[call] = () => good({ rule: null, because: 'No rule fits.' });
  await userEvent.click(box.getByRole('button', { name: 'Try' }));
  expect((await box.findByText('No class', { selector: 'p' })).parentElement?.textContent).toBe('No classNo rule fits.');
});

test('a count opens its conversations page by page', async () => {
  const call = `GET ${base}/conversations`;
  const conversation = (number: number) => ({
    sessionId: idOf(200 + number),
    startedAt: '2024-01-06T15:05:00.000Z',
    turnCount: 3,
    firstText: `Question ${number}`,
    collected: number === 0 ? { city: 'Goa' } : {},
  });
  server.replies[call] = ({ query }) =>
    query.from === '0'
      ? good({ conversations: Array.from({ length: 25 }, (_, index) => conversation(index)), more: true })
      : good({ conversations: [conversation(25)], more: false });
  open();
  const counts = await part('Conversations by class');
  expect((await counts.findByRole<HTMLButtonElement>('button', { name: 'No class 0 conversations' })).disabled).toBe(true);
  await userEvent.click(counts.getByRole('button', { name: 'Refund 26 conversations' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Conversations: Refund' }));
  expect((await drawer.findAllByRole('article'))[0]?.textContent).toBe('Question 06 Jan 2024 03:05 PM3 messagescity: Goa');
  await userEvent.click(drawer.getByRole('button', { name: 'Next' }));
  expect((await drawer.findByText('Question 25')).tagName).toBe('SPAN');
  expect(server.queriesOf(call)).toEqual([
    { days: '7', ruleId: rule.id, from: '0', perPage: '25' },
    { days: '7', ruleId: rule.id, from: '25', perPage: '25' },
  ]);
});

test('the conversations of a period are classified again', async () => {
  const call = `POST ${base}/rerun`;
  server.replies[call] = () => good({ classifiedCount: 26 });
  open();
  const counts = await part('Conversations by class');
  await userEvent.click(counts.getByRole('combobox', { name: 'Period' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Last 30 days' }));
  await userEvent.click(counts.getByRole('button', { name: 'Classify again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Classify the conversations of this period again?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Classify again' }));
  await waitFor(() => expect(toastTexts()).toEqual(['26 conversations were classified.']));
  expect(server.bodyOf(call)).toEqual({ days: '30' });
});
