import type { MonitorAgent, MonitorChat, MonitorFigures, MonitorQueue } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { AlarmStrip } from '../shared/alarm-strip.tsx';
import { ActDialog } from './act-dialog.tsx';
import { MonitorPage } from './monitor-page.tsx';
import { StatusDialog } from './status-dialog.tsx';

const base = '/e/enterprise/chat/monitor';
const me = { ...sampleMe, permissions: ['CHAT.HANDLE', 'CHAT.VIEW_MONITOR', 'CHAT.CHAT_CONFIG'] } as typeof sampleMe;
const since = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

const queue = (more: Partial<MonitorQueue>): MonitorQueue => ({
  departmentId: idOf(20),
  name: 'Sales',
  mayAct: true,
  waiting: 0,
  longestWaitSince: null,
  offered: 0,
  open: 0,
  longestUnansweredSince: null,
  online: 0,
  away: 0,
  full: 0,
  inWrapUp: 0,
  missedToday: 0,
  oldestRedSince: null,
  limits: { waitSeconds: 0, unansweredSeconds: 0, queueLength: 0, nobodyOnline: false, version: 0 },
  ...more,
});
const figures = (more: Partial<MonitorFigures> = {}): MonitorFigures => ({
  asOf: new Date().toISOString(),
  queues: [
    queue({ waiting: 2, longestWaitSince: since(125), online: 3, full: 1, inWrapUp: 2, missedToday: 4, oldestRedSince: since(61) }),
    queue({ departmentId: '', name: '' }),
  ],
  alarms: [],
  ...more,
});
const agent = (more: Partial<MonitorAgent> = {}): MonitorAgent => ({
  uId: idOf(30),
  name: 'Asha',
  agentStatus: 1,
  ownStatus: null,
  reason: '',
  since: since(60),
  departments: ['Sales'],
  mayAct: true,
  load: 300,
  limit: 5,
  open: 3,
  longestUnansweredSince: null,
  lastActivityAt: since(5),
  missedInRow: 1,
  wrapUntil: null,
  ...more,
});
const chat = (number: number, more: Partial<MonitorChat> = {}): MonitorChat => ({
  chatId: idOf(100 + number),
  chatNumber: '',
  customerName: `Customer ${number}`,
  channelType: 12,
  channelName: 'Website',
  departmentId: idOf(20),
  departmentName: 'Sales',
  mayAct: true,
  agentId: idOf(30),
  agentName: 'Asha',
  offeredTo: '',
  state: 2,
  handledBy: 'agent',
  priority: 5,
  waitingSince: since(30),
  createdAt: since(300),
  sentiment: 'negative',
  unread: 2,
  routeNo: number,
  ...more,
});

const server = stubServer(() => ({
  [`GET ${base}/queues`]: () => good(figures()),
  [`GET ${base}/agents`]: () =>
    good({ agents: [agent(), agent({ uId: idOf(31), name: 'Ben', mayAct: false })], next: null, asOf: since(0) }),
  [`GET ${base}/chats`]: () => good({ chats: [chat(1), chat(2), chat(3, { handledBy: 'bot', agentId: '' })], next: null, asOf: since(0) }),
  [`GET ${base}/alarms`]: () => good([]),
  'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [], more: false } }),
}));

const open = (address: string, user = me) => openScreens(address, (root) => [screenAt(root, '/chat/monitor', MonitorPage)], user);

const row = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr') as HTMLElement;

test('CHAT-001 the figures of each department lead to their rows, and frames of the line take their place', async () => {
  const line = openLine();
  line.accept(me.uId);
  open('/chat/monitor');
  const sales = within(await row('Sales'));
  // The clock runs while a busy machine draws.
  expect(sales.getByText(/^2 min (0[5-9]|[1-5]\d) s$/)).toBeTruthy();
  const link = sales.getByRole('link', { name: 'Show the waiting chats of Sales: 2' });
  expect(link.getAttribute('href')).toContain('state=waiting');
  await waitFor(() => expect(line.sent).toContainEqual(expect.objectContaining({ type: 'watchMonitor', data: { isOn: true } })));
  const frame = figures({ queues: [queue({ waiting: 7 })] });
  line.receive({ type: 'monitorFrame', data: { ...frame, agents: false, chats: false } });
  expect(within(await row('Sales')).getByRole('link', { name: 'Show the waiting chats of Sales: 7' })).toBeTruthy();
  await userEvent.click(within(await row('Sales')).getByRole('link', { name: 'Show the waiting chats of Sales: 7' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}/chats`)).toContainEqual(expect.objectContaining({ department: idOf(20), state: 'waiting' })),
  );
});

test('CHAT-045 the monitor is a table of chats below its filters, which narrow it and stand in the address', async () => {
  openLine();
  const router = open('/chat/monitor?tab=chats');
  const table = await screen.findByRole('table', { name: 'Chats' });
  expect(await within(table).findByText('Customer 1')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Channel' }));
  await userEvent.click(await screen.findByRole('option', { name: 'WEB' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/chats`).at(-1)).toMatchObject({ channel: '12' }));
  expect(router.state.location.search).toMatchObject({ channel: 12 });
});

test('full, wrap-up, missed and red lead each to its list, by the address', async () => {
  openLine();
  open('/chat/monitor');
  const sales = within(await row('Sales'));
  const addressOf = (name: RegExp) => new URL(sales.getByRole('link', { name }).getAttribute('href') ?? '', 'http://console').searchParams;
  const told = (name: RegExp) => Object.fromEntries(addressOf(name));
  expect([
    told(/Show the agents of Sales who are full: 1/),
    told(/Show the agents of Sales in wrap-up: 2/),
    told(/Show the chats of Sales missed today: 4/),
    told(/Show the chats of Sales whose clock is red/),
  ]).toEqual([
    { tab: 'agents', department: idOf(20), desk: 'full' },
    { tab: 'agents', department: idOf(20), desk: 'wrapUp' },
    { tab: 'chats', department: idOf(20), state: 'missed' },
    { tab: 'chats', department: idOf(20), state: 'red' },
  ]);
  await userEvent.click(sales.getByRole('link', { name: /in wrap-up/ }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/agents`)).toContainEqual(expect.objectContaining({ desk: 'wrapUp' })));
});

test('a line that tells nothing for five seconds is said in words', async () => {
  openLine();
  open('/chat/monitor');
  await row('Sales');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_000);
  expect(await screen.findByText(/^No news for [78] seconds$/)).toBeTruthy();
});

test('limits are written in minutes, and a faulty number is refused where it stands', async () => {
  server.replies[`PUT ${base}/limits`] = () =>
    good({ waitSeconds: 300, unansweredSeconds: 0, queueLength: 10, nobodyOnline: false, version: 1 });
  const limits = { waitSeconds: 0, unansweredSeconds: 90, queueLength: 0, nobodyOnline: false, version: 0 };
  server.replies[`GET ${base}/queues`] = () => good(figures({ queues: [queue({ limits })] }));
  openLine();
  open('/chat/monitor');
  await userEvent.click(await screen.findByRole('button', { name: /^Alarm limits of Sales: / }));
  const dialog = within(await screen.findByRole('dialog'));
  const wait = dialog.getByLabelText('Longest wait, minutes');
  await userEvent.type(wait, '0.5');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a whole number from 1 to 1,440, or nothing.')).toBeTruthy();
  await userEvent.clear(wait);
  await userEvent.type(wait, '5');
  await userEvent.type(dialog.getByLabelText('Chats that wait'), '10');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${base}/limits`)).toEqual({
      departmentId: idOf(20),
      waitSeconds: '300',
      unansweredSeconds: '90',
      queueLength: '10',
      nobodyOnline: 'false',
      version: '0',
    }),
  );
});

test('agents show load and status; those whom one may act on get a status with a reason, and a day is drawn', async () => {
  server.replies[`POST ${base}/status`] = () => good({ done: [idOf(30)], refused: [] });
  server.replies[`GET ${base}/agents/${idOf(30)}/day`] = () =>
    good({
      day: '2026-11-29',
      from: '2026-11-29T00:00:00.000Z',
      to: '2026-11-30T00:00:00.000Z',
      asOf: '2026-11-29T10:00:00.000Z',
      timeZone: 'UTC',
      intervals: [
        { from: '2026-11-29T08:00:00.000Z', to: '2026-11-29T09:30:00.000Z', agentStatus: 1, ownStatus: null, reason: '', by: '' },
        { from: '2026-11-29T09:30:00.000Z', to: null, agentStatus: 2, ownStatus: null, reason: 'Training', by: 'Mona' },
      ],
    });
  openLine();
  open('/chat/monitor?tab=agents');
  expect(within(await row('Asha')).getByText('3 of 5')).toBeTruthy();
  for (const name of ['Asha', 'Ben']) await userEvent.click(within(await row(name)).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Set status' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading').textContent).toBe('Set the status of 1 agent');
  await userEvent.click(dialog.getByRole('button', { name: 'Set status' }));
  expect(await dialog.findByText('Write a reason.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Training');
  await userEvent.click(dialog.getByRole('button', { name: 'Set status' }));
  await waitFor(() => expect(server.bodyOf(`POST ${base}/status`)).toEqual({ agentIds: [idOf(30)], status: 2, reason: 'Training' }));
  await userEvent.click(screen.getByRole('button', { name: 'Day of Asha' }));
  expect(await screen.findByText('08:00 AM to 09:30 AM: Online, 1 h 30 min')).toBeTruthy();
  expect(screen.getByText('09:30 AM to now: Away, 30 min 00 s')).toBeTruthy();
  expect(screen.getByText('set by Mona')).toBeTruthy();
});

test('several chats are assigned as they stand on the screen, and one that has moved is named with who moved it', async () => {
  server.replies[`POST ${base}/assign`] = () =>
    good({
      done: [idOf(101)],
      refused: [{ chatId: idOf(102), code: 'chat.moved', message: 'Moved meanwhile by Mona.', data: { by: 'Mona', at: '' } }],
    });
  openLine();
  open('/chat/monitor?tab=chats');
  expect(within(await row('Customer 1')).getByText('Bad')).toBeTruthy();
  expect(within(await row('Customer 3')).queryByRole('button')).toBeNull();
  for (const name of ['Customer 1', 'Customer 2', 'Customer 3']) await userEvent.click(within(await row(name)).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Assign or move' }));
  const dialog = within(await screen.findByRole('dialog'));
  // A bot does not let go of its chat.
  expect(dialog.getByRole('heading').textContent).toBe('Assign or move 2 chats');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Agent' }));
  await userEvent.keyboard('Ben');
  // An agent who is not among the first hundred is found by name.
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}/agents`)).toContainEqual(expect.objectContaining({ perPage: '100', name: 'Ben' })),
  );
  await userEvent.click(await screen.findByRole('option', { name: 'Ben' }));
  await userEvent.type(dialog.getByLabelText(/^Note/), 'Please');
  await userEvent.click(dialog.getByLabelText('Also beyond the agent’s limit, which is noted'));
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
  expect(await dialog.findByText('Customer 2: Moved meanwhile by Mona.')).toBeTruthy();
  expect(server.bodyOf(`POST ${base}/assign`)).toEqual({
    chats: [
      { chatId: idOf(101), routeNo: 1 },
      { chatId: idOf(102), routeNo: 2 },
    ],
    agentId: idOf(31),
    note: 'Please',
    over: true,
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Done reading' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('1 chat selected')).toBeTruthy();
});

test('each other act asks for what it needs', async () => {
  const done = () => good({ done: [idOf(101)], refused: [] });
  for (const call of ['close', 'priority', 'take_over']) server.replies[`POST ${base}/${call}`] = done;
  server.replies[`POST ${base}/join`] = () => good(null);
  openLine();
  open('/chat/monitor?tab=chats');
  const choose = async (act: string) => {
    await userEvent.click(within(await row('Customer 1')).getByRole('button', { name: 'Actions on Customer 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: act }));
  };
  const seen = [{ chatId: idOf(101), routeNo: 1 }];
  await choose('Close');
  const closing = within(await screen.findByRole('dialog'));
  await userEvent.click(closing.getByRole('button', { name: 'Close' }));
  expect(await closing.findByText('Write a reason.')).toBeTruthy();
  await userEvent.type(closing.getByLabelText(/^Reason/), 'Spam');
  await userEvent.click(closing.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(server.bodyOf(`POST ${base}/close`)).toEqual({ chats: seen, reason: 'Spam' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Take over');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take over' }));
  await waitFor(() => expect(server.bodyOf(`POST ${base}/take_over`)).toEqual({ chats: seen, over: false }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Priority');
  await userEvent.click(await screen.findByRole('combobox', { name: /^Priority/ }));
  await userEvent.click(await screen.findByRole('option', { name: '9' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`POST ${base}/priority`)).toEqual({ chats: seen, priority: 9 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Join');
  await waitFor(() => expect(server.bodyOf(`POST ${base}/join`)).toEqual({ chatId: idOf(101) }));
  await waitFor(() => expect(toastTexts()).toContain('You take part in the chat.'));
});

test('more agents come behind the last one', async () => {
  server.replies[`GET ${base}/agents`] = ({ query }) => {
    const page = [undefined, idOf(31), idOf(32)].indexOf(query.after || undefined) + 1;
    const next = page === 3 ? null : idOf(30 + page);
    return good({ agents: [agent({ uId: idOf(40 + page), name: `Agent ${page}` })], next, asOf: since(0) });
  };
  const line = openLine();
  line.accept(me.uId);
  open('/chat/monitor?tab=agents');
  await userEvent.click(await screen.findByRole('button', { name: 'More agents' }));
  expect(await screen.findByText('Agent 2')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'More agents' }));
  expect(await screen.findByText('Agent 3')).toBeTruthy();
  expect(server.queriesOf(`GET ${base}/agents`).map(({ after }) => after)).toEqual(['', idOf(31), idOf(32)]);
  // Three pages are read again within three seconds, not within two.
  const later = vi.spyOn(globalThis, 'setTimeout');
  line.receive({ type: 'monitorFrame', data: { ...figures(), agents: true, chats: false } });
  await waitFor(() => expect(later.mock.calls.map(([, delay]) => delay)).toContain(3000));
});

test('more chats come page by page', async () => {
  const cursor = `2026-11-29T10:00:00.000Z_${idOf(101)}`;
  server.replies[`GET ${base}/chats`] = ({ query }) =>
    good({ chats: [chat(query.before ? 2 : 1)], next: query.before ? null : cursor, asOf: since(0) });
  openLine();
  open('/chat/monitor?tab=chats');
  await userEvent.click(await screen.findByRole('button', { name: 'More chats' }));
  expect(await screen.findByText('Customer 2')).toBeTruthy();
  expect(server.queriesOf(`GET ${base}/chats`).map(({ before }) => before)).toEqual([undefined, cursor]);
});

test('the wall names no customer, shows agents by their initials on request, and alarms in words', async () => {
  server.replies[`GET ${base}/queues`] = () =>
    good(figures({ alarms: [{ departmentId: idOf(20), departmentName: 'Sales', kind: 'queue', since: since(5), figure: 12, limit: 10 }] }));
  openLine();
  open('/chat/monitor?wall=1&initials=1');
  const wall = within(await screen.findByRole('dialog'));
  expect(await wall.findByText('Sales: 10 chats or more wait')).toBeTruthy();
  expect(await wall.findByText('A')).toBeTruthy();
  expect(wall.queryByText('Asha')).toBeNull();
  expect(wall.queryByText(/Customer \d/)).toBeNull();
  await userEvent.click(wall.getByLabelText('Initials'));
  expect(await wall.findByText('Asha')).toBeTruthy();
});

test('alarms stand above every screen as the line tells them', async () => {
  const line = openLine();
  line.accept(me.uId);
  const answers: ((value: ReturnType<typeof good>) => void)[] = [];
  server.replies[`GET ${base}/alarms`] = () => new Promise((resolve) => answers.push(resolve));
  openScreens('/', (root) => [screenAt(root, '/', AlarmStrip), screenAt(root, '/chat/monitor', MonitorPage)], me);
  // The first answer is on its way, and older than the alarm.
  await waitFor(() => expect(answers.length).toBe(1));
  const alarm = { departmentId: idOf(20), departmentName: 'Sales', kind: 'nobody', since: since(0), figure: 1, limit: 1 };
  line.receive({ type: 'chatAlarm', data: { alarm, isOn: true } });
  await waitFor(() => expect(answers.length).toBe(2));
  answers[0]?.(good([]));
  answers[1]?.(good([alarm]));
  expect(await screen.findByRole('link', { name: 'Sales: nobody is online' })).toBeTruthy();
  line.receive({ type: 'chatAlarm', data: { alarm, isOn: false } });
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

test('acts on more than one call holds are sent in parts, and one that failed goes on where it stood', async () => {
  let isDown = true;
  const parts: string[][] = [];
  const answer = (ids: string[]) => {
    if (ids.length === 1 && isDown) {
      isDown = false;
      return refused('assist.failed', 'Down.', { reason: 'Down.' });
    }
    parts.push(ids);
    return good({ done: ids, refused: [] });
  };
  server.replies[`POST ${base}/status`] = ({ body }) => answer((body as { agentIds: string[] }).agentIds);
  server.replies[`POST ${base}/priority`] = ({ body }) =>
    answer((body as { chats: { chatId: string }[] }).chats.map(({ chatId }) => chatId));
  const ids = Array.from({ length: 201 }, (_, index) => idOf(1000 + index));
  const onDone = vi.fn();
  const status = draw(<StatusDialog agents={ids.map((uId) => agent({ uId }))} onClose={onDone} onDone={() => {}} />);
  await userEvent.type(await screen.findByLabelText(/^Reason/), 'Training');
  await userEvent.click(screen.getByRole('button', { name: 'Set status' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Set status' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(parts).toEqual([ids.slice(0, 200), ids.slice(200)]);
  status.unmount();
  parts.length = 0;
  isDown = true;
  const chats = ids.map((chatId) => chat(1, { chatId }));
  const left = vi.fn();
  draw(<ActDialog act="priority" chats={chats} onClose={() => {}} onDone={left} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith([]));
  expect(parts).toEqual([ids.slice(0, 200), ids.slice(200)]);
});
