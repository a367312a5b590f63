import type { ActedPerson, ActJob, CallAnswer, endpoints, JourneyInstance, JourneyLoad } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import { makeDocument, makeJourney, makeVersion } from '../shared/journey.fixtures.ts';
import { MonitorSearch, noFigure } from '../shared/monitor.search.ts';
import { InstancePage } from './instance-page.tsx';
import { MonitorPage } from './monitor-page.tsx';

const base = '/e/enterprise/journey-instances';
const at = '2026-03-05T10:30:00.000Z';
const makeInstance = (change: Partial<JourneyInstance> = {}): JourneyInstance => ({
  id: idOf(91),
  journeyId: idOf(71),
  journeyName: 'Appointment',
  version: 2,
  customerId: idOf(31),
  customerName: 'Asha',
  address: '+919820012345',
  channelId: idOf(8),
  channelName: 'Shop',
  channelType: 4,
  state: 'FAILED',
  reason: 'ERROR',
  outcome: '',
  node: 'n1',
  nodeName: 'Greeting',
  nodeType: 'message.text',
  startedOn: at,
  since: at,
  endedOn: at,
  dueOn: '',
  lastError: 'The shop did not answer.',
  ...change,
});
const details: CallAnswer<(typeof endpoints)['journeyMonitor']['get']> = {
  ...makeInstance(),
  variables: [
    { name: 'age', value: '17' },
    { name: 'card', value: '••••' },
  ],
  turns: [
    {
      turn: 1,
      at,
      input: { kind: 'message', text: 'I am 17' },
      visits: [
        {
          stream: idOf(71),
          node: 'n1',
          nodeName: '',
          nodeType: 'logic.condition',
          exit: 'no',
          exitTitle: '',
          comparisons: ['age 17 >= 18: no'],
          sets: [{ name: 'age', value: '17' }],
          warnings: [],
        },
      ],
      messages: [{ messageId: idOf(95), text: 'Too young', state: 'DELIVERED' }],
      calls: [
        {
          call: 1,
          kind: 'http',
          state: 'FAILED',
          status: 503,
          address: 'sandbox',
          answer: '{"ok":false}',
          error: 'busy',
          toldBy: '',
          toldOn: '',
        },
      ],
    },
  ],
  nodes: [
    { id: 'n1', name: 'Greeting', type: 'message.text' },
    { id: 'n2', name: '', type: 'mark.end' },
  ],
  lost: [{ journeyName: 'Survey', reason: 'lower priority' }],
  begunByBot: 'Clerk',
};

const department = {
  id: idOf(41),
  name: 'Support',
  desc: '',
  manager: null,
  fallback: null,
  calendar: null,
  userCount: 2,
  channelCount: 1,
  openChats: 0,
  version: 1,
};
const server = stubServer(() => {
  setEnterpriseZone('UTC');
  return {
    [`GET ${base}`]: () =>
      good({
        instances: [
          makeInstance(),
          makeInstance({ id: idOf(92), customerName: '', address: '+919820099999', state: 'WAITING', reason: '' }),
        ],
        more: true,
      }),
    [`GET ${base}/acts`]: () => good({ jobs: [] }),
    [`GET ${base}/${idOf(91)}`]: () => good(details),
    'GET /e/enterprise/journey': () => good({ journeys: [makeJourney()], more: false, folders: [] }),
    [`GET /e/enterprise/journey/${idOf(71)}/versions`]: () => good({ versions: [makeVersion()] }),
    [`GET /e/enterprise/journey/${idOf(71)}/versions/2`]: () => good({ ...makeVersion(), document: makeDocument() }),
    'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [makeChannel({ id: idOf(8) })], more: false } }),
    'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [department], more: false } }),
  };
});
const open = (address: string) =>
  openScreens(
    `/journey/monitor${address}`,
    (root) => [
      screenAt(root, '/journey/monitor', MonitorPage, { validateSearch: MonitorSearch }),
      screenAt(root, '/journey/monitor/$instanceId', InstancePage),
    ],
    { ...sampleMe, permissions: ['JOURNEYS.VIEW_JOURNEYMONITOR', 'JOURNEYS.VIEW'] } as never,
  );
const choose = async (label: string | RegExp, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('the monitor lists walks with their state, and each filter stands in the address', async () => {
  const router = open('');
  const row = within((await screen.findByRole('link', { name: 'Asha' })).closest('tr') as HTMLElement);
  for (const text of ['+919820012345', 'Appointment', 'Version 2', 'Shop', 'Failed', 'An error', 'Greeting', 'The shop did not answer.'])
    expect(row.getByText(text), text).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by number' }), '+9198{Enter}');
  await choose('Stream', 'Appointment');
  await choose('Version', '2');
  await choose('Node', 'End');
  await choose('Channel', 'Shop');
  await choose('State', 'Failed');
  await press('Next');
  const wanted = { search: '+9198', journeyId: idOf(71), channelId: idOf(8), state: 'FAILED', node: 'n2', dueFrom: '', dueTo: '' };
  await waitFor(() => expect(router.state.location.search).toEqual({ ...wanted, ...noFigure, view: 'people', version: 2, from: 25 }));
  const figure = Object.fromEntries(Object.entries(noFigure).map(([name, value]) => [name, String(value)]));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}`).at(-1)).toEqual({ ...wanted, ...figure, version: '2', from: '25', perPage: '25' }),
  );
});

test('several walks are acted on at once, and each is named with what came of it, where it stood and why', async () => {
  open('');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row Asha' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row +919820099999' }));
  await press('Continue at…');
  await choose(/^Node/, 'End');
  const people = [
    makeActed(91, { customerName: 'Asha', address: '+919820012345' }),
    makeActed(92, {
      address: '+919820099999',
      outcome: 'refused',
      code: 'OTHER_TALKS',
      reason: 'Another stream talks with this customer.',
    }),
    makeActed(93, { address: '+919820088888', outcome: 'held', code: 'STREAM_PAUSED', reason: 'Its stream is paused.' }),
  ];
  server.replies[`POST ${base}/act`] = () => good({ done: 1, held: 1, refused: 1, people, job: null });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Continue at…' }));
  const results = within(await screen.findByRole('table', { name: 'Results' }));
  expect(
    results
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
  ).toEqual([
    ['+919820099999', 'Greeting', 'Refused', 'Another stream talks with this customer.'],
    ['+919820088888', 'Greeting', 'Held', 'Its stream is paused: it is done when the stream goes on.'],
    ['Asha, +919820012345', 'Greeting', 'Done', ''],
  ]);
  expect(screen.getByText('Done for 1. 1 held. Held ones are done as soon as the walk may go on. 1 refused:')).toBeTruthy();
  expect(server.bodyOf(`POST ${base}/act`)).toEqual({
    act: 'continue',
    instanceIds: [idOf(91), idOf(92)],
    node: 'n2',
    departmentId: '',
    repeatsCalls: false,
    key: expect.stringMatching(/./),
  });
});

const makeActed = (id: number, change: Partial<ActedPerson>): ActedPerson => ({
  instanceId: idOf(id),
  customerName: '',
  address: '',
  node: 'n1',
  nodeName: 'Greeting',
  nodeType: 'message.text',
  outcome: 'done',
  code: '',
  reason: '',
  ...change,
});
const makeJob = (change: Partial<ActJob>): ActJob => ({
  id: idOf(61),
  act: 'stop',
  state: 'running',
  total: 4321,
  done: 200,
  held: 0,
  refused: 100,
  createdBy: 'Ravi',
  createdAt: new Date().toISOString(),
  finishedAt: null,
  ...change,
});

test('all that match are acted on by their filter, which is sent instead of ids; a job is told of', async () => {
  server.replies[`GET ${base}/count`] = () => good({ count: 4321, isCut: false });
  server.replies[`POST ${base}/act`] = () =>
    good({ done: 0, held: 0, refused: 0, people: [], job: makeJob({ state: 'waiting', done: 0, refused: 0 }) });
  open(`?journeyId=${idOf(71)}&state=WAITING`);
  await screen.findByRole('link', { name: 'Asha' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  const bar = within(screen.getByRole('region', { name: 'With the selected' }));
  expect(bar.getByText('The 2 on this page are selected.')).toBeTruthy();
  await userEvent.click(bar.getByRole('button', { name: 'Select all that match' }));
  await bar.findByText('All 4,321 that match are selected.');
  const filter = {
    journeyId: idOf(71),
    version: 0,
    channelId: '',
    state: 'WAITING',
    node: '',
    dueFrom: '',
    dueTo: '',
    search: '',
    ...noFigure,
  };
  expect(server.queriesOf(`GET ${base}/count`)).toEqual([{ ...filter, version: '0', counted: 'false', withoutAgent: 'false' }]);
  // Nodes are those of one version.
  await userEvent.click(bar.getByRole('button', { name: 'Continue at…' }));
  const asking = within(await screen.findByRole('dialog'));
  expect(asking.getByRole('alert').textContent).toContain('Filter by one stream and one version first');
  await userEvent.click(asking.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(bar.getByRole('button', { name: 'Stop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop 4,321?' }));
  expect(dialog.getByText(/^Whoever matches when you confirm is meant\. More than 1,000 are done as a job/)).toBeTruthy();
  server.replies[`GET ${base}/acts`] = () => good({ jobs: [makeJob({})] });
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The job has begun. How far it is stands above the list.']));
  expect(server.bodyOf(`POST ${base}/act`)).toEqual({
    act: 'stop',
    filter,
    node: '',
    departmentId: '',
    repeatsCalls: false,
    key: expect.stringMatching(/./),
  });
  expect(screen.queryByRole('region', { name: 'With the selected' })).toBeNull();
  const jobs = within(await screen.findByRole('region', { name: 'Acts on many walks' }));
  expect(jobs.getByText('Stop: 4,321 walks')).toBeTruthy();
  expect(jobs.getByText('300 of 4,321')).toBeTruthy();
  expect(jobs.getByRole('progressbar', { name: 'Stop' })).toBeTruthy();
});

test('another filter, or more than one act takes: nobody is acted on', async () => {
  server.replies[`GET ${base}/count`] = () => good({ count: 100_000, isCut: true });
  open('');
  await screen.findByRole('link', { name: 'Asha' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  await press('Select all that match');
  await screen.findByText('More than 100,000 match, and an act takes no more. Narrow the filter.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop' }).disabled).toBe(true);
  await choose('State', 'Failed');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'With the selected' })).toBeNull());
});

test('a job is there after a reload with what came of each person, page by page, and is cancelled or hidden', async () => {
  server.replies[`GET ${base}/acts`] = () =>
    good({
      jobs: [
        makeJob({}),
        makeJob({
          id: idOf(62),
          act: 'retry',
          state: 'completed',
          total: 1200,
          done: 1100,
          held: 60,
          refused: 40,
          finishedAt: new Date().toISOString(),
        }),
        makeJob({ id: idOf(63), act: 'handOver', state: 'completed', finishedAt: '2026-01-01T00:00:00.000Z' }),
      ],
    });
  const people = [makeActed(91, { customerName: 'Asha', outcome: 'refused', code: 'ENDED', reason: 'It has ended.' })];
  server.replies[`GET ${base}/acts/${idOf(62)}/people`] = () => good({ people, more: true });
  open('');
  const jobs = within(await screen.findByRole('region', { name: 'Acts on many walks' }));
  expect(jobs.getByText('1,100 done, 60 held, 40 refused')).toBeTruthy();
  expect(jobs.queryByText(/^Hand over/)).toBeNull();
  await userEvent.click(jobs.getByRole('button', { name: 'Results: Retry' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retry: what came of each' }));
  expect(await dialog.findByText('It has ended.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: 'What came of it' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Refused' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}/acts/${idOf(62)}/people`).at(-1)).toEqual({ outcome: 'refused', from: '25', perPage: '25' }),
  );
  await userEvent.keyboard('{Escape}');
  server.replies[`POST ${base}/acts/${idOf(61)}/cancel`] = () => good(makeJob({ state: 'cancelled' }));
  await userEvent.click(jobs.getByRole('button', { name: 'Cancel: Stop' }));
  await waitFor(() => expect(server.countOf(`POST ${base}/acts/${idOf(61)}/cancel`)).toBe(1));
  await userEvent.click(jobs.getByRole('button', { name: 'Hide: Retry' }));
  expect(jobs.queryByText('Retry: 1,200 walks')).toBeNull();
});

test('a walk shows each step with comparisons, changes, messages and calls, and is repeated or handed over', async () => {
  open(`/${idOf(91)}`);
  const steps = within(await screen.findByRole('list', { name: 'Steps' }));
  for (const text of [
    'I am 17',
    'age 17 >= 18: no',
    'age becomes 17',
    'Too young',
    'Delivered',
    'At the sandbox address of the service',
    '{"ok":false}',
    'busy',
  ])
    expect(steps.getByText(text), text).toBeTruthy();
  expect(steps.getByText(/→ No$/)).toBeTruthy();
  expect(steps.getByText(/HTTP call · 503/)).toBeTruthy();
  expect(steps.getByRole('link', { name: 'Condition' }).getAttribute('href')).toBe(`/designer/journey/${idOf(71)}?nodeId=n1`);
  expect(screen.getByRole('link', { name: 'Open in designer' }).getAttribute('href')).toBe(`/designer/journey/${idOf(71)}?nodeId=n1`);
  for (const text of ['••••', '“Survey” did not begin: lower priority']) expect(screen.getByText(text), text).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();

  server.replies[`POST ${base}/act`] = () => good({ done: 1, held: 0, refused: 0, people: [], job: null });
  await press('Retry');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Repeat confirmed calls/ }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Done for 1.']));
  expect(server.bodyOf(`POST ${base}/act`)).toMatchObject({ act: 'retry', repeatsCalls: true });
  await press('Hand over');
  await choose(/^Department/, 'Support');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(server.bodyOf(`POST ${base}/act`)).toMatchObject({ act: 'handOver', departmentId: idOf(41) }));
});

test('a call whose outcome nobody knows is asked about once, and shows who has said what it did', async () => {
  const unknown = {
    call: 2,
    kind: 'http',
    state: 'UNKNOWN',
    status: 0,
    address: '' as const,
    answer: '',
    error: 'The worker has stopped.',
    toldBy: '',
    toldOn: '',
  };
  const [turn] = details.turns;
  const showing = (call: typeof unknown) => good({ ...details, turns: [{ ...turn, calls: [call] }] });
  server.replies[`GET ${base}/${idOf(91)}`] = () => showing(unknown);
  server.replies[`POST ${base}/${idOf(91)}/calls/2`] = () => good({ goesOn: true });
  open(`/${idOf(91)}`);
  await press('What happened?');
  const dialog = within(await screen.findByRole('dialog', { name: 'What has the call done?' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'It failed' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Refused');
  await userEvent.click(dialog.getByRole('radio', { name: 'It succeeded' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Answer' }), 'approved');
  server.replies[`GET ${base}/${idOf(91)}`] = () => showing({ ...unknown, state: 'DONE', toldBy: 'Ravi', toldOn: at });
  await userEvent.click(dialog.getByRole('button', { name: 'Enter' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The outcome is noted, and the walk goes on.']));
  expect(server.bodyOf(`POST ${base}/${idOf(91)}/calls/2`)).toEqual({ outcome: 'DONE', answer: 'approved', error: '' });
  expect(await screen.findByText(/^Entered by Ravi/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'What happened?' })).toBeNull();
});

test('journeys 9 the forecast lists hours with the time that the channel needs and warns of peaks; a figure opens its walks', async () => {
  const load = (hour: number, change: Partial<JourneyLoad>): JourneyLoad => ({
    at: `2026-03-09T${String(hour).padStart(2, '0')}:00:00.000Z`,
    dueFrom: `2026-03-09T${String(hour).padStart(2, '0')}:00:00.000Z`,
    dueTo: `2026-03-09T${String(hour + 1).padStart(2, '0')}:00:00.000Z`,
    channelId: idOf(8),
    channelName: 'Shop',
    channelType: 4,
    due: 80,
    unlessHeard: 0,
    seconds: 1,
    perSecond: 80,
    ...change,
  });
  const hours = [
    load(9, { due: 40_000, seconds: 500, unlessHeard: 1200 }),
    load(8, { dueFrom: '', due: 8000, seconds: 100 }),
    load(10, { due: 3, seconds: 0, perSecond: 0, channelName: 'Website', channelId: idOf(9) }),
    ...Array.from({ length: 11 }, (_, place) => load(11 + place, {})),
  ];
  const forecast = { hours, zone: 'Asia/Kolkata', until: '2026-03-12T00:00:00.000Z', isCut: true };
  server.replies[`GET ${base}/forecast`] = () => good(forecast);
  const router = open('?view=coming');
  const warning = await screen.findByText('Mon 9 Mar 09:00 AM: 40,000 due on Shop, which needs 9 min');
  expect(screen.getByText('A channel is busy for more than 5 minutes')).toBeTruthy();
  expect(screen.getByText(/More than 1,000,000 fall due\. The earliest are counted, until 12 Mar 2026/)).toBeTruthy();
  const list = () => within(screen.getByRole('list', { name: 'What falls due, by hour' })).getAllByRole('link');
  expect(list().length).toBe(12);
  expect(list()[0]?.textContent).toBe('Mon 9 Mar 09:00 AMShop9 min40,000 due1,200 only if nothing comes before');
  expect(list()[1]?.textContent).toBe('This hour, and what is lateShop100 s8,000 due');
  expect(list()[2]?.textContent).toContain('no limit of speed');
  await press('Show all 14 hours by time');
  expect(
    list()
      .map(({ textContent }) => textContent?.slice(0, 10))
      .slice(0, 3),
  ).toEqual(['This hour,', 'Mon 9 Mar ', 'Mon 9 Mar ']);
  expect(list().length).toBe(14);
  await userEvent.click(warning);
  // The rows of the figure, and back to everybody.
  await press(/^Goes on 9 Mar 2026 09:00 AM – 10:00 AM/);
  expect(server.queriesOf(`GET ${base}`)[0]).toMatchObject({
    channelId: idOf(8),
    dueFrom: '2026-03-09T09:00:00.000Z',
    dueTo: '2026-03-09T10:00:00.000Z',
    from: '0',
    perPage: '25',
  });
  await waitFor(() => expect(server.queriesOf(`GET ${base}`).at(-1)).toMatchObject({ channelId: idOf(8), dueFrom: '', dueTo: '' }));
  expect(router.state.location.search).toMatchObject({ channelId: idOf(8) });
});

test('nothing comes up, or it cannot be read, and the screen says so', async () => {
  server.replies[`GET ${base}/forecast`] = () => good({ hours: [], zone: 'UTC', until: at, isCut: false });
  open('?view=coming');
  expect((await screen.findByText('Nothing goes on by itself')).tagName).toBe('H3');
  server.replies[`GET ${base}/forecast`] = () => refused('journey.not_found', 'No such stream.', {});
  await choose('Channel', 'Shop');
  expect(await screen.findByText('No such stream.')).toBeTruthy();
  expect(screen.queryByText('Nothing goes on by itself')).toBeNull();
});

test('a walk that failed before errors were told in words says at least of which kind it was', async () => {
  server.replies[`GET ${base}`] = () => good({ instances: [makeInstance({ reason: 'LIMIT', lastError: '' })], more: false });
  server.replies[`GET ${base}/${idOf(91)}`] = () => good({ ...details, reason: 'LIMIT', lastError: '' });
  open('');
  const row = within((await screen.findByRole('link', { name: 'Asha' })).closest('tr') as HTMLElement);
  expect(row.getAllByText('A limit was reached').length).toBe(2);
  await userEvent.click(screen.getByRole('link', { name: 'Asha' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Last errorA limit was reached');
});
