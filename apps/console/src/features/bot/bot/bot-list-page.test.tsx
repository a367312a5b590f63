import { type BotCard, nlp } from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { sampleCard } from '../shared/bot.fixtures.ts';
import { BotListSearch } from './bot.search.ts';
import { BotListPage } from './bot-list-page.tsx';

const list = `GET ${nlp}/v2/agent/`;
const save = `POST ${nlp}/agent`;
const card = (number: number, fields: Partial<BotCard> = {}): BotCard => ({
  ...sampleCard,
  id: idOf(number),
  name: `Bot ${number}`,
  ...fields,
});
const many = Array.from({ length: 20 }, (_, index) => card(index + 1));
const page = ({ query }: { query: Record<string, string> }, all: BotCard[]) => {
  const from = Number(query.from);
  const found = all.filter(({ name }) => name.includes(query.name ?? ''));
  return good({ agents: found.slice(from, from + 15), more: found.length > from + 15 });
};

beforeEach(() => setEnterpriseZone('UTC'));
const server = stubServer(() => ({ [list]: (asked) => page(asked, many) }));
const open = (address = '/bots', me = sampleMe) =>
  openScreens(
    address,
    (root) => [
      screenAt(root, '/bots', BotListPage, { validateSearch: BotListSearch }),
      screenAt(root, '/bots/$botId', () => 'The frame'),
      screenAt(root, '/bots/$botId/prompt', () => 'The prompt'),
    ],
    me,
  );
const openMenu = async (name: string, item: 'Edit' | 'Delete') => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

test('BOT-002 BOT-006 BOT-007 BOT-020 FORMAT-001 the list shows cards with their dates, their type and how far they are trained', async () => {
  server.replies[list] = () =>
    good({
      agents: [
        card(1, { training: { state: 'TRAINED', label: 'Trained', reason: '', progress: 0, trainedAt: null } }),
        card(2, { type: 'prompt' }),
        card(3, { type: null, training: { state: 'IN_PROGRESS', label: 'Training Inprogress', reason: '', progress: 0, trainedAt: null } }),
      ],
      more: false,
    });
  open();
  const cards = await screen.findAllByRole('article');
  expect(cards.map((each) => within(each).getByRole('heading').textContent)).toEqual(['Bot 1', 'Bot 2', 'Bot 3']);
  expect(
    cards.map((each) =>
      within(each)
        .getAllByRole('definition')
        .map((fact) => fact.textContent),
    ),
  ).toEqual([
    ['05 Jan 2024 10:30 AM', '06 Jan 2024 03:05 PM', 'NLP'],
    ['05 Jan 2024 10:30 AM', '06 Jan 2024 03:05 PM', 'PROMPT'],
    ['05 Jan 2024 10:30 AM', '06 Jan 2024 03:05 PM', 'NLP'],
  ]);
  expect(
    within(cards[0] as HTMLElement)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Created On', 'Updated On', 'Agent Type']);
  expect(cards.map((each) => each.querySelector('[data-state]')?.textContent)).toEqual(['Trained', 'Not Trained', 'Training Inprogress']);
  expect(screen.getByRole('searchbox', { name: 'Search agents' })).toBeTruthy();
});

test('BOT-022 decision 0119: a label is the state of the bot’s own training, and never a fixed Not Trained', async () => {
  const states = { TRAINED: 'Trained', NOT_TRAINED: 'Not Trained', IN_PROGRESS: 'Training Inprogress' } as const;
  const agents = Object.entries(states).map(([state, label], place) =>
    card(place + 1, { training: { state: state as keyof typeof states, label, reason: '', progress: 0, trainedAt: null } }),
  );
  server.replies[list] = () => good({ agents, more: false });
  open();
  const cards = await screen.findAllByRole('article');
  expect(cards.map((each) => each.querySelector('[data-state]')?.textContent)).toEqual(Object.values(states));
});

test('a failed training gives its reason on the card', async () => {
  const training = { state: 'FAILED', label: 'Failed', reason: 'Two intents share a phrase.', progress: 0, trainedAt: null } as const;
  server.replies[list] = () => good({ agents: [card(1, { training })], more: false });
  open();
  const label = (await screen.findByRole('article')).querySelector('[data-state]') as HTMLElement;
  expect(label.textContent).toBe('Failed: Two intents share a phrase.');
  await userEvent.hover(label);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Two intents share a phrase.');
});

test('BOT-014 BOT-015 BOT-017 BOT-087 Show More adds 15 from where the list ends, then says that there are no more', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show More' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(20));
  expect(server.queriesOf(list).map(({ from, perPage }) => [from, perPage])).toEqual([
    ['0', '15'],
    ['15', '15'],
  ]);
  const button = screen.getByRole('button', { name: 'No More Agents to Show' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
});

test('BOT-016 the empty list says so, and offers what to do first', async () => {
  server.replies[list] = () => good({ agents: [], more: false });
  open();
  expect(((await screen.findByRole('button', { name: 'No Agents to Show' })) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getAllByRole('button', { name: 'Create New Agent' })).toHaveLength(1);
});

test('BOT-003 BOT-005 the list is asked for a name once typing has paused for 100 ms', async () => {
  const router = open();
  await screen.findAllByRole('article');
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Bot 20' } });
  await act(() => vi.advanceTimersByTimeAsync(99));
  expect(router.state.location.search).toEqual({ name: '' });
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.search).toEqual({ name: 'Bot 20' });
});

test('the search is in the address and asks the server for the name', async () => {
  const router = open();
  await screen.findAllByRole('article');
  await userEvent.type(screen.getByRole('searchbox'), 'Bot 20');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(router.state.location.search).toEqual({ name: 'Bot 20' });
  expect(server.queriesOf(list).at(-1)).toMatchObject({ name: 'Bot 20', from: '0' });
});

test('BOT-018 BOT-019 BOT-027 a card opens its bot, a prompt bot at its prompt, and passes it along', async () => {
  server.replies[list] = () => good({ agents: [card(1, { type: 'prompt' }), card(2, { type: 'other' })], more: false });
  const router = open();
  await userEvent.click(await screen.findByRole('link', { name: 'Bot 1' }));
  await screen.findByText('The prompt');
  expect(router.state.location.pathname).toBe(`/bots/${idOf(1)}/prompt`);
  expect(router.state.location.state.bot).toEqual({ id: idOf(1), name: 'Bot 1', type: 'prompt' });
  await router.navigate({ to: '/bots' });
  await userEvent.click(await screen.findByRole('link', { name: 'Bot 2' }));
  await screen.findByText('The frame');
  expect(router.state.location.pathname).toBe(`/bots/${idOf(2)}`);
});

test('BOT-008 BOT-009 BOT-012 BOT-058 BOT-059 BOT-060 BOT-071 a new agent needs name, type and description', async () => {
  server.replies[save] = () => good(card(30), 'Agent Created');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Agent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Agent' }));
  const button = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Prompt Based',
    'NLP Based',
  ]);
  await userEvent.click(dialog.getByRole('radio', { name: /Prompt Based/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Description' }), 'Answers');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), '   ');
  expect([button.disabled, dialog.getByRole('button', { name: 'Cancel' }).textContent]).toEqual([true, 'Cancel']);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Orders');
  await userEvent.click(button);
  await waitFor(() => expect(toastTexts()).toEqual(['Agent Created  Successfully']));
  expect(server.bodyOf(save)).toEqual({ name: 'Orders', description: 'Answers', type: 'prompt' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('BOT-010 BOT-011 BOT-072 BOT-073 Edit changes the same agent and shows the server’s words', async () => {
  server.replies[save] = () => good(card(1), 'Agent Updated Successfully');
  open();
  await openMenu('Bot 1', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Agent' }));
  expect((dialog.getByRole('radio', { name: /NLP Based/ }) as HTMLInputElement).checked).toBe(true);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' two');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Agent Updated Successfully']));
  expect(server.bodyOf(save)).toEqual({ id: idOf(1), name: 'Bot 1 two', description: 'Answers about orders', type: 'nlp', version: '1' });
});

test('BOT-070 BOT-076 a name that is taken is refused in a toast and beside the field', async () => {
  server.replies[save] = () => refused('bot.name_taken', 'duplication of name ');
  open();
  await openMenu('Bot 1', 'Edit');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['duplication of name ']));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'));
});

test('BOT-013 BOT-067 BOT-068 BOT-080 deleting asks first, and an agent with stories stays', async () => {
  const remove = `DELETE ${nlp}/agent/${idOf(1)}`;
  server.replies[remove] = () => refused('101', 'It has some.', { uses: [] });
  open();
  await openMenu('Bot 1', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' }));
  expect(dialog.getByText('Bot 1')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Agent has Stories and Intents attached to it. Cannot be deleted']));
});

test('BOT-074 an agent that a channel uses stays, and the toast names the channel', async () => {
  server.replies[`DELETE ${nlp}/agent/${idOf(1)}`] = () => refused('101', 'A channel uses it:', { uses: ['Website'] });
  open();
  await openMenu('Bot 1', 'Delete');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['A channel uses it: Website']));
});

test('BOT-075 a list that cannot be loaded says so in place, without a toast, and can be tried again', async () => {
  server.replies[list] = () => refused('server.unexpected', 'Something went wrong', { requestId: 'r1' });
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The agents could not be loaded');
  expect(toastTexts()).toEqual([]);
  server.replies[list] = (asked) => page(asked, many);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('article')).toHaveLength(15);
});

test('RBAC-036 NLP.VIEW alone looks at the agents: nothing is offered that the server refuses', async () => {
  open('/bots', { ...sampleMe, permissions: ['NLP.VIEW'] } as typeof sampleMe);
  expect(await screen.findAllByRole('article')).toHaveLength(15);
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create New Agent' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show More' })).toBeTruthy();
});
