import {
  type AnalyticsRows,
  type Board,
  type BoardFigures,
  type BoardLine,
  type BoardTile,
  endpoints,
  type Me,
  type TileCell,
} from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { BoardListPage } from './board-list-page.tsx';
import { BoardEditPage, BoardNewPage } from './edit/board-form-page.tsx';
import { BoardPage } from './view/board-page.tsx';

const calls = endpoints.boards;
const boardId = idOf(1);
const at = (method: string, path: string) => `${method} ${path.replace(':boardId', boardId)}`;
const none = { departmentIds: [], agentIds: [], channelIds: [], labelIds: [] };
const tile: Omit<BoardTile, 'key' | 'measure'> = {
  title: '',
  filter: none,
  range: 'last7',
  by: 'none',
  chart: 'card',
  compare: 'none',
  size: 'small',
};
const head: Omit<BoardLine, 'tileCount'> = {
  ...{ id: boardId, name: 'Today', audience: 'everybody', departmentIds: [], isShared: true },
  ...{ owner: { id: idOf(3), name: 'Ada' }, isOwn: false, canEdit: true, changedAt: '2026-03-02T10:00:00.000Z', version: 4 },
};
const line: BoardLine = { ...head, tileCount: 3 };
const board: Board = {
  ...head,
  tiles: [
    { ...tile, key: 'all', measure: 'chat.incoming', compare: 'before' },
    { ...tile, key: 'agents', measure: 'chat.waitMedian', by: 'agent', chart: 'table', size: 'wide' },
    { ...tile, key: 'sales', title: 'Sales alone', measure: 'chat.missed' },
  ],
};
const side = (count: number, cells: TileCell[]) => ({
  ...{ fromDate: '2026-02-24', toDate: '2026-03-02' },
  whole: { value: count, count },
  cells,
});
const shown = { state: 'shown' as const, better: 'neither' as const, of: [] as (string | null)[], more: 0, before: null };
const figures: BoardFigures = {
  ...{ asOf: '2026-03-02T10:00:00.000Z', zone: 'UTC', version: 4, scope: 'department' },
  tiles: [
    { ...shown, key: 'all', unit: 'chats', better: 'more', now: side(40, []), before: side(35, []) },
    { ...shown, key: 'agents', unit: 'ms', of: ['Billing', null], now: side(0, [{ key: idOf(9), name: 'Asha', value: 90_000, count: 3 }]) },
    { ...shown, key: 'sales', state: 'scope', unit: 'chats', now: null },
  ],
};
const rows: AnalyticsRows = { measure: 'chat.incoming', unit: 'chats', total: 3, rows: [], next: null };
const server = stubServer(() => ({
  [at('GET', calls.list.path)]: () => good([line]),
  [at('GET', calls.get.path)]: () => good(board),
  [at('GET', calls.figures.path)]: () => good(figures),
  [at('GET', calls.rows.path)]: () => good(rows),
  [at('POST', calls.create.path)]: () => good({ ...board, id: idOf(8) }, 'The board is added.'),
  [at('PUT', calls.update.path)]: () => good(board, 'The board is saved.'),
  [at('DELETE', calls.remove.path)]: () => good(null, 'The board is deleted.'),
  'GET /e/enterprise/chat/analytics/choices': () =>
    good({ channels: [], departments: [], agents: [], labels: [{ id: idOf(7), name: 'Refund' }] }),
  'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [], more: false } }),
}));
const botTile: BoardTile = { ...tile, key: 'asked', measure: 'turn.weak', filter: { ...none, botId: idOf(5) }, compare: 'before' };
const botFigures = (asOf: string): BoardFigures => ({
  ...{ asOf, zone: 'UTC', version: 4, scope: 'enterprise' },
  tiles: [
    { ...shown, key: 'asked', unit: 'messages', better: 'less', of: ['Helper'], now: side(40, []), before: side(35, []) },
    {
      ...{ ...shown, key: 'people', unit: 'people', better: 'more', of: ['Helper'] },
      now: { ...side(0, [{ key: '2026-03-01', name: '', value: 2, count: 2 }]), whole: { value: null, count: 0 } },
    },
  ],
});
const me = { ...sampleMe, permissions: ['CHAT.VIEW_ANALYTICS'] } as Me;
const open = (address: string, by = me) =>
  openScreens(
    address,
    (root) => [
      screenAt(root, '/boards', BoardListPage),
      screenAt(root, '/boards/create', BoardNewPage),
      screenAt(root, '/boards/$boardId', BoardPage),
      screenAt(root, '/boards/$boardId/edit', BoardEditPage),
      screenAt(root, '/nlp-report/overview', () => <p>The report</p>),
    ],
    by,
  );

test('the list tells whose a board is and whom it is shared with; who may see no figures of chats creates none', async () => {
  open('/boards');
  const row = (await screen.findByRole('link', { name: 'Today' })).closest('tr');
  expect([...(row?.children ?? [])].slice(0, 4).map(({ textContent }) => textContent)).toEqual(['Today', 'Ada', 'Everybody', '3']);
  expect(screen.getByRole('link', { name: 'Create board' })).toBeTruthy();
});

test('a reader by the flag alone is offered no new board', async () => {
  open('/boards', { ...sampleMe, permissions: ['ANALYTICS.VIEW'] } as unknown as Me);
  expect(await screen.findByRole('link', { name: 'Today' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create board' })).toBeNull();
});

test('an owner deletes a board after a question, with the reason that goes to the bin', async () => {
  server.replies[at('GET', calls.list.path)] = () => good([{ ...line, isOwn: true }]);
  open('/boards');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Today' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.countOf(at('DELETE', calls.remove.path))).toBe(1));
  expect(toastTexts()).toEqual(['The board is deleted.']);
});

test('tiles show their figures, what they are narrowed to and how they changed; one that is not the reader’s says so without a number', async () => {
  open(`/boards/${boardId}`);
  const all = within(await screen.findByRole('region', { name: 'Incoming chats' }));
  expect(await all.findByText('5 more than before')).toBeTruthy();
  expect(all.getByRole('button', { name: 'Incoming chats, Before: Before: 35. Show 35 chats' })).toBeTruthy();
  const agents = within(screen.getByRole('region', { name: 'Wait, median' }));
  expect(agents.getByText('Last 7 days · Billing · Removed')).toBeTruthy();
  const sales = screen.getByRole('region', { name: 'Sales alone' });
  expect(sales.textContent).toContain('These chats are not yours to see.');
  expect(sales.textContent).not.toMatch(/\d/);
  expect(screen.getByText('You see the figures of your departments.')).toBeTruthy();
});

test('a number opens its chats by the keyboard, and the address keeps which', async () => {
  const router = open(`/boards/${boardId}`);
  const number = await screen.findByRole('button', { name: /^Wait, median, Asha: .* Show 3 chats$/ });
  number.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('3 rows')).toBeTruthy();
  expect(server.queriesOf(at('GET', calls.rows.path)).at(-1)).toMatchObject({ tile: 'agents', part: idOf(9), former: 'false' });
  expect(router.state.location.search).toMatchObject({ tile: 'agents', part: idOf(9) });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tile: '' }));
  await userEvent.click(screen.getByRole('button', { name: 'Incoming chats, Before: Before: 35. Show 35 chats' }));
  await waitFor(() => expect(server.queriesOf(at('GET', calls.rows.path)).at(-1)).toMatchObject({ tile: 'all', former: 'true' }));
});

test('nothing opens on a wall, and a button leads back', async () => {
  const router = open(`/boards/${boardId}?wall=true`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Incoming chats' }).textContent).toContain('40'));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave the wall']);
  await userEvent.click(screen.getByRole('button', { name: 'Leave the wall' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ wall: false }));
});

test('a board that cannot be read says why, and is tried again', async () => {
  server.replies[at('GET', calls.get.path)] = () => refused('board.not_found', 'No such board.');
  open(`/boards/${boardId}`);
  expect(await screen.findByText('No such board.')).toBeTruthy();
  server.replies[at('GET', calls.get.path)] = () => good(board);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeTruthy();
});

const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('a new board is named and gets a tile, whose chart follows its parts', async () => {
  const router = open('/boards/create');
  await userEvent.click(await screen.findByRole('button', { name: 'Save board' }));
  expect(await screen.findByText('Give the board a name.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Mine');
  await choose('Figure', 'Missed chats');
  await choose('Divided by', 'Day');
  expect((screen.getByRole('combobox', { name: 'Chart' }) as HTMLInputElement).value).toBe('Line');
  await choose('Labels', 'Refund');
  await userEvent.click(screen.getByRole('button', { name: 'Save board' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/boards/${idOf(8)}`));
  expect(server.bodyOf(at('POST', calls.create.path))).toEqual({
    ...{ name: 'Mine', audience: 'nobody', departmentIds: [], isShared: false },
    tiles: [
      { ...tile, key: 'tile-1', measure: 'chat.missed', by: 'day', chart: 'line', size: 'wide', filter: { ...none, labelIds: [idOf(7)] } },
    ],
  });
});

test('tiles are moved, copied and removed by their menus, and saved with the version that was read', async () => {
  open(`/boards/${boardId}/edit`);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of tile 3, Sales alone' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of tile 2, Sales alone' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of tile 1, Incoming chats' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save board' }));
  await waitFor(() => expect(server.countOf(at('PUT', calls.update.path))).toBe(1));
  const { tiles, version } = server.bodyOf(at('PUT', calls.update.path)) as Board;
  expect([version, tiles.map(({ key }) => key)]).toEqual([4, ['sales', 'tile-4', 'agents']]);
});

test('a figure of a bot opens the list of its report that has its rows; of days before, only those that are whole', async () => {
  const people: BoardTile = { ...botTile, key: 'people', measure: 'turn.dayPeople', by: 'day', chart: 'table', compare: 'none' };
  server.replies[at('GET', calls.get.path)] = () => good({ ...board, tiles: [botTile, people] });
  server.replies[at('GET', calls.figures.path)] = () => good(botFigures('2026-03-02T10:00:00.000Z'));
  const router = open(`/boards/${boardId}`);
  const asked = within(await screen.findByRole('region', { name: 'Weak understanding' }));
  const whole = await asked.findByRole('button', { name: 'Weak understanding: 40. Show in the report of the bot' });
  // Today is among its days, so those before end in the middle of one.
  expect(asked.queryByRole('button', { name: /Before/ })).toBeNull();
  await userEvent.click(whole);
  await screen.findByText('The report');
  expect(router.state.location.search).toEqual({
    ...{ agent: idOf(5), start: '2026-02-24', end: '2026-03-02', view: 'conversations', scope: 2 },
  });
  router.history.back();
  await userEvent.click(await screen.findByRole('button', { name: /^People who wrote to the bot, a day, .*: 2\. Show in the report/ }));
  await screen.findByText('The report');
  expect(router.state.location.search).toEqual({
    ...{ agent: idOf(5), start: '2026-02-24', end: '2026-03-02', rows: 'person', day: '2026-03-01' },
  });
});

test('days before that are whole open in the report too', async () => {
  server.replies[at('GET', calls.get.path)] = () => good({ ...board, tiles: [{ ...botTile, range: 'lastWeek' }] });
  server.replies[at('GET', calls.figures.path)] = () => good(botFigures('2026-03-03T10:00:00.000Z'));
  const router = open(`/boards/${boardId}`);
  await userEvent.click(await screen.findByRole('button', { name: /Before: 35\. Show in the report/ }));
  await screen.findByText('The report');
  expect(router.state.location.search).toMatchObject({ agent: idOf(5), start: '2026-02-24', scope: 2 });
});

test('a tile of a bot asks for the bot, and offers the parts that its report lists', async () => {
  const botId = idOf(5);
  server.replies['GET /e/enterprise/NLP/v2/agent/'] = () => good({ agents: [{ id: botId, name: 'Helper' }], more: false });
  open('/boards/create', { ...me, permissions: ['CHAT.VIEW_ANALYTICS', 'NLP.VIEW'] } as unknown as Me);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bots');
  await userEvent.click(screen.getByRole('button', { name: 'Add tile' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Figure' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Messages in scope' }));
  expect(screen.queryByRole('combobox', { name: 'Departments' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Divided by' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Not divided', 'Day', 'Intent']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Save board' }));
  expect(await screen.findByText('Choose the bot whose messages are counted.')).toBeTruthy();
  expect(server.countOf(at('POST', calls.create.path))).toBe(0);
});
