import type { MilestoneFigures, StreamFigures, StreamFunnel } from '@parley/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { MilestoneSearch } from './milestone.search.ts';
import { MilestonePage } from './milestone-page.tsx';
import { ReportSearch } from './report.search.ts';
import { ReportPage } from './report-page.tsx';

const id = idOf(71);
const base = '/e/enterprise/reports/streams';
const milestones = `/e/enterprise/reports/milestones/${id}`;
const span = {
  fromDate: '2026-03-01',
  toDate: '2026-03-07',
  from: '2026-02-28T18:30:00.000Z',
  to: '2026-03-07T18:30:00.000Z',
  zone: 'Asia/Kolkata',
};
const endings = { UNDER_WAY: 2, COMPLETED: 1, ABANDONED: 0, TIMEDOUT: 0, HANDED_OVER: 0, FAILED: 1, STOPPED: 1 };
const figures: StreamFigures = {
  span,
  started: 5,
  endings,
  ended: 3,
  withoutAgent: 2,
  medianMs: 125_000,
  isCut: false,
  days: [{ day: '2026-03-07', from: '2026-03-06T18:30:00.000Z', to: span.to, started: 5, endings }],
};
const node = (name: string, change: object) => ({
  node: name,
  name,
  type: 'input.text',
  isGone: false,
  entered: 0,
  left: 0,
  waiting: 0,
  finished: 0,
  dropped: 0,
  ...change,
});
const funnel: StreamFunnel = {
  span,
  version: 2,
  nodes: [node('Colour', { entered: 5, left: 3, dropped: 2 }), node('Name', { entered: 3, left: 1, waiting: 2, isGone: true })],
  edges: [
    { node: 'Colour', exit: 'ok', exitTitle: '', to: 'Name', count: 3, share: 0.75 },
    { node: 'Colour', exit: 'invalid', exitTitle: '', to: '', count: 1, share: 0.25 },
  ],
};
const answer = { node: 'Colour', nodeName: 'Colour', nodeType: 'input.choice', fold: 'crimson', sample: 'crimson', count: 3, knownAs: '' };
const cards = { started: 5, reachedAny: 3, reachedLast: 1, medianLastMs: 61_000 };
const milestoneFigures: MilestoneFigures = {
  span,
  cards,
  before: { started: 4, reachedAny: 0, reachedLast: 0, medianLastMs: null },
  milestones: [
    { id: 'chosen01', name: 'Chosen', isRemoved: false, count: 3, people: 2, share: 0.6, stepShare: null, stepMs: null },
    { id: 'told0001', name: 'Told', isRemoved: true, count: 1, people: 1, share: 0.2, stepShare: 0.333, stepMs: 5000 },
  ],
  points: [{ from: span.from, to: span.to, counts: [3, 1] }],
};
const draft = {
  journey: { id, name: 'Colours', state: 'PUBLISHED', version: 2 },
  savedAt: span.to,
  unpublishedBy: [],
  readOnly: false,
  lease: { holderId: '', holderName: '', isMine: false, until: '' },
  place: { zone: 'Asia/Kolkata', country: 'IN' },
  revision: 9,
  document: {
    nodes: [
      { id: 'Colour', type: 'input.choice', config: { options: { kind: 'fixed', items: [{ id: 'red00001', synonyms: ['rosso'] }] } } },
    ],
  },
};
const server = stubServer(() => ({
  [`GET ${base}`]: () => good({ streams: [{ id, name: 'Colours', versions: [2, 1], hasMilestones: true }], channels: [] }),
  [`GET ${base}/${id}`]: () => good(figures),
  [`GET ${base}/${id}/funnel`]: () => good(funnel),
  [`GET ${base}/${id}/failed`]: () => good({ span, answers: [{ ...answer, options: [{ id: 'red00001', title: 'Red' }] }], isCut: false }),
  [`GET ${base}/${id}/data`]: () => good({ span, columns: [], rows: [], more: false }),
  'GET /e/enterprise/designer/access': () => good({ accessId: 'access-1' }),
  [`GET /e/enterprise/journey/${id}/draft`]: () => good(draft),
  [`POST /e/enterprise/journey/${id}/edits`]: () => good({ revision: 10, at: span.to }),
  [`DELETE /e/enterprise/journey/${id}/lease`]: () => good(null),
  [`GET ${milestones}`]: () => good(milestoneFigures),
  [`GET ${milestones}/people`]: () => good({ people: [], more: false }),
  [`GET ${milestones}/customers`]: () => good({ customerIds: [idOf(31), idOf(32)] }),
  'GET /chatbird/api/customer_master/tags': () => good({ tags: [] }),
  'POST /chatbird/api/customer_master/tags': () => good({ tag: { id: idOf(41), name: 'Choosers', count: 0, version: 1 } }),
  'POST /chatbird/api/customer_master/customers/tags': () => good({ addedCount: 2 }),
}));
const all = ['JOURNEYS.VIEW_REPORTS', 'JOURNEYS.VIEW_MILESTONEREPORT', 'JOURNEYS.VIEW_JOURNEYMONITOR', 'JOURNEYS.EDIT', 'CUSTOMER.VIEW'];

function open(address: string, permissions: readonly string[] = all) {
  setEnterpriseZone('Asia/Kolkata');
  return openScreens(
    address,
    (root) => [
      screenAt(root, '/journey/reports', () => <ReportPage />, { validateSearch: ReportSearch }),
      screenAt(root, '/journey/milestone-report', () => <MilestonePage />, { validateSearch: MilestoneSearch }),
      screenAt(root, '/journey/monitor', () => <p>Monitor</p>),
    ],
    { ...sampleMe, permissions } as never,
  );
}
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('MENU-023 the figures say their equation, and each opens its walks, for whoever may see them', async () => {
  const router = open('/journey/reports');
  expect(await screen.findByText('5 started = 2 Under way + 1 Completed + 1 Failed + 1 Stopped')).toBeTruthy();
  expect(screen.getByText('2 of 3 ended without an agent’s reply')).toBeTruthy();
  expect(screen.getByText('2 min 05 s')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Open Failed: 1 walks' }));
  const { from, to } = span;
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/journey/monitor',
      search: { journeyId: id, counted: true, startedFrom: from, startedTo: to, ending: 'FAILED', environment: 'production' },
    }),
  );
});

const narrowed = { version: '2', fromDate: '2026-03-02', toDate: '2026-03-05', channelId: idOf(9), environment: 'sandbox' };
const address = `journeyId=${id}&${new URLSearchParams(narrowed)}`;
test.each([
  ['overview', ''],
  ['funnel', '/funnel'],
  ['refused', '/failed'],
  ['data', '/data'],
])('JOURNEY-005 the filters of the address reach the call of %s', async (view, path) => {
  open(`/journey/reports?view=${view}&${address}`);
  await waitFor(() => expect(server.queriesOf(`GET ${base}/${id}${path}`)).toContainEqual(expect.objectContaining(narrowed)));
});

test('JOURNEY-005 the filters of the address reach the calls of milestones', async () => {
  open(`/journey/milestone-report?timeType=HOUR&milestone=told0001&from=25&${address}`);
  await waitFor(() => expect(server.queriesOf(`GET ${milestones}`)).toContainEqual({ ...narrowed, timeType: 'HOUR' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${milestones}/people`)).toContainEqual(
      expect.objectContaining({ ...narrowed, milestone: 'told0001', from: '25' }),
    ),
  );
});

test('days on which only the sandbox was used lead to its walks', async () => {
  const none = { ...figures, started: 0, ended: 0, withoutAgent: 0, medianMs: null, days: [] };
  server.replies[`GET ${base}/${id}`] = ({ query }) => good(query.environment === 'sandbox' ? figures : none);
  const router = open('/journey/reports');
  await userEvent.click(await screen.findByRole('button', { name: 'Show 5 walks of the sandbox' }));
  expect(await screen.findByText('5 started = 2 Under way + 1 Completed + 1 Failed + 1 Stopped')).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ environment: 'sandbox' });
  expect(screen.queryByRole('button', { name: /of the sandbox/ })).toBeNull();
});

test('JOURNEY-005 readers without the monitor read the same figures, two versions beside each other', async () => {
  open('/journey/reports?version=2&beside=1', ['JOURNEYS.VIEW_REPORTS']);
  expect((await screen.findAllByText(/^5 started =/)).length).toBe(2);
  expect(screen.queryByRole('link', { name: /^Open / })).toBeNull();
  expect(server.queriesOf(`GET ${base}/${id}`).map(({ version }) => version)).toEqual(['2', '1']);
});

test('numbers 11 the page tells the frame its figures, and hears which card is chosen; the list has the same numbers', async () => {
  const router = open('/journey/reports?view=funnel');
  const frame = await screen.findByTitle<HTMLIFrameElement>('Funnel on the stream');
  expect(frame.getAttribute('src')).toBe(`/designer/view/access-1#journey/figures/${id}?version=2&zone=Asia%2FKolkata`);
  const told = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
  const hear = (data: unknown, origin = location.origin) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })));
  await hear({ type: 'ready', id, data: { protocol: 1, readOnly: true, name: 'Colours' } });
  const passed = { entered: 5, left: 3, waiting: 0, finished: 0, dropped: 2 };
  expect(told.mock.calls[0]?.[0]).toMatchObject({
    type: 'figures',
    id,
    data: { mode: 'funnel', nodes: { Colour: passed }, edges: [{ share: 0.75 }, {}] },
  });
  const row = screen.getByRole('button', { name: 'Colour' }).closest('tr') as HTMLElement;
  expect(cellsOf(row)).toEqual(['5', '3', '0', '0', '2', '40 %']);
  expect(screen.getByText('Not in this version')).toBeTruthy();
  await hear({ type: 'openNode', id, data: { nodeId: 'Colour' } }, 'https://elsewhere.example');
  expect(router.state.location.search).not.toMatchObject({ node: 'Colour' });
  await hear({ type: 'openNode', id, data: { nodeId: 'Colour' } });
  const chosen = within(await screen.findByRole('region', { name: 'Colour' }));
  expect(chosen.getByText('Nowhere')).toBeTruthy();
  const link = chosen.getByRole('link', { name: 'Open Colour: Dropped: 2 walks' });
  expect(link.getAttribute('href')).toContain('passage=dropped');
});

test('screens 4.4 one click makes a synonym of the draft; a refusal is told', async () => {
  open('/journey/reports?view=refused');
  const add = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add as a synonym: “crimson”' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Red' }));
  };
  await add();
  await waitFor(() =>
    expect(server.bodyOf(`POST /e/enterprise/journey/${id}/edits`)).toEqual({
      baseRevision: 9,
      operations: [
        {
          kind: 'setNode',
          node: {
            id: 'Colour',
            type: 'input.choice',
            config: { options: { kind: 'fixed', items: [{ id: 'red00001', synonyms: ['rosso', 'crimson'] }] } },
          },
        },
      ],
    }),
  );
  server.replies[`POST /e/enterprise/journey/${id}/edits`] = () =>
    refused('journey.held', 'Ravi edits this stream.', { holderName: 'Ravi' });
  await add();
  await waitFor(() => expect(toastTexts().join(' ')).toContain('Ravi'));
});

test('MENU-026 milestones stand in their order with the period before, and their customers are given a label', async () => {
  open('/journey/milestone-report');
  expect(await screen.findByText('Before: 4')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show who reached “Told (removed)”' })).toBeTruthy();
  expect(screen.getByText('33 % of those before, median 5 s')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Label these customers' })[0] as HTMLElement);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Label/ }), 'Choosers');
  await userEvent.click(screen.getByRole('button', { name: 'Give the label' }));
  await waitFor(() => expect(toastTexts().join(' ')).toContain('2 customers have the label “Choosers”.'));
  expect(server.bodyOf('POST /chatbird/api/customer_master/customers/tags')).toEqual({
    tagIds: [idOf(41)],
    customerIds: [idOf(31), idOf(32)],
  });
});

test('no stream and no milestone are said in words, and what failed is asked for again', async () => {
  server.replies[`GET ${base}`] = () => good({ streams: [], channels: [] });
  open('/journey/reports');
  expect(await screen.findByText('No stream has been published')).toBeTruthy();
});
