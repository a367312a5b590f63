import type { UnansweredGroup } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { UnansweredPage } from './unanswered-page.tsx';

const list = `GET ${botBase}/unanswered`;
const resolve = `POST ${botBase}/unanswered`;
const group: UnansweredGroup = {
  label: 'do you ship to Goa',
  count: 2,
  turnIds: [idOf(1), idOf(2)],
  texts: ['do you ship to Goa', 'shipping Goa?'],
  suggestion: { intentId: idOf(71), name: 'delivery', confidence: 0.41 },
  lastAt: '2024-01-06T15:05:00.000Z',
};
let groups: UnansweredGroup[];
const server = stubServer(() => {
  groups = [group, { ...group, label: 'asdf', count: 1, turnIds: [idOf(3)], texts: ['asdf'], suggestion: null }];
  return {
    [list]: () => good({ groups, messageCount: 3 }),
    [resolve]: ({ body }) => {
      const { turnIds } = body as { turnIds: string[] };
      groups = groups.filter((entry) => entry.turnIds[0] !== turnIds[0]);
      return good({ resolvedCount: turnIds.length, phrasesAdded: 2 });
    },
    [`GET ${botBase}/intents`]: () =>
      good({
        intents: [
          { id: idOf(70), name: 'pay', storyId: idOf(80), storyName: 'Shop' },
          { id: idOf(71), name: 'delivery', storyId: idOf(80), storyName: 'Shop' },
        ],
      }),
    [`GET ${botBase}/story`]: () =>
      good({
        id: idOf(79),
        name: 'root',
        agentId: botId,
        parentId: null,
        version: 1,
        childStories: [{ id: idOf(80), name: 'Shop', agentId: botId, parentId: idOf(79), version: 1, childStories: [] }],
      }),
  };
});
const open = () =>
  openScreens(`/bots/${botId}/nlp-report/overview`, (root) => [
    screenAt(root, '/bots/$botId/nlp-report/overview', () => <UnansweredPage botId={botId} />),
  ]);
const actions = async (label: string) => within(await screen.findByRole('group', { name: `Actions for “${label}”` }));
const labels = () => screen.queryAllByRole('button', { expanded: false }).map((button) => button.querySelector('span')?.textContent);

test('BOT-052 groups are listed with their counts, and open their messages', async () => {
  open();
  const head = await screen.findByRole('button', { name: /^do you ship to Goa 2 messages Latest: / });
  expect(
    within(head)
      .getByText(/^Latest: /)
      .getAttribute('datetime'),
  ).toBe('2024-01-06T15:05:00.000Z');
  await userEvent.click(head);
  expect(head.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('shipping Goa?').tagName).toBe('LI');
  expect([screen.getByText(/^Nearest/).textContent, screen.getByText('No similar intent').tagName]).toEqual([
    'Nearest intent: delivery (41 %)',
    'SPAN',
  ]);
});

test('a group is added to an intent, the suggested one first', async () => {
  open();
  await userEvent.click((await actions(group.label)).getByRole('button', { name: 'Add to intent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to intent' }));
  const picker = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Intent' });
  await waitFor(() => expect(picker.value).toBe('delivery'));
  await userEvent.click(picker);
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['delivery', 'pay']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['2 phrases were added. Train the agent to use them.']));
  expect(server.bodyOf(resolve)).toEqual({ action: 'intent', turnIds: group.turnIds, intentId: idOf(71) });
  await waitFor(() => expect(labels()).toEqual(['asdf']));
});

test('a group becomes a new intent; a taken name is told beside the field', async () => {
  server.replies[resolve] = () =>
    refused('intent.invalid', 'An intent of this name exists already.', {
      errors: [{ field: 'name', code: 'test.fault', values: {}, message: 'An intent of this name exists already.' }],
    });
  open();
  await userEvent.click((await actions(group.label)).getByRole('button', { name: 'New intent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New intent' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Intent name should not be empty').tagName).toBe('P');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the intent' }), 'shipping');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Story' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Shop' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByText('An intent of this name exists already.')).tagName).toBe('P');
  expect(server.bodyOf(resolve)).toEqual({ action: 'newIntent', turnIds: group.turnIds, name: 'shipping', storyId: idOf(80) });
});

test('a group becomes an entry of the knowledge base', async () => {
  open();
  await userEvent.click((await actions('asdf')).getByRole('button', { name: 'Write knowledge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write knowledge' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'What the bot should know' }), 'We ship everywhere.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The entry was added. Train the agent to use it.']));
  expect(server.bodyOf(resolve)).toEqual({ action: 'knowledge', turnIds: [idOf(3)], name: '', text: 'We ship everywhere.' });
});

test('a group is ignored after it was confirmed; without any the screen says so', async () => {
  groups = [group];
  open();
  await userEvent.click((await actions(group.label)).getByRole('button', { name: 'Ignore' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Ignore: “${group.label}”` }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ignore' }));
  expect((await screen.findByRole('heading', { name: 'Nothing unanswered' })).tagName).toBe('H3');
  expect([server.bodyOf(resolve), toastTexts()]).toEqual([
    { action: 'ignore', turnIds: group.turnIds },
    ['2 messages were removed from the list.'],
  ]);
});

test('the period and Try it change what is asked for', async () => {
  open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Include Try it' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Period' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Last 90 days' }));
  await waitFor(() =>
    expect(server.queriesOf(list)).toEqual([
      { days: '30', includeTryIt: 'false' },
      { days: '30', includeTryIt: 'true' },
      { days: '90', includeTryIt: 'true' },
    ]),
  );
});
