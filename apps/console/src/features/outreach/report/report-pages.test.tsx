import { noFallbackFigures } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { givePlacesASize } from '../../../test-draw.tsx';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import {
  at,
  counts,
  estimate,
  makeActivity,
  makeCampaign,
  makeCampaignItem,
  makeComparison,
  makeEntry,
  noCounts,
} from '../shared/campaign.fixtures.ts';
import { CampaignListSearch } from '../shared/campaign.search.ts';
import { CampaignReportSearch } from './report.search.ts';
import { ReportListPage } from './report-list-page.tsx';
import { ReportPage } from './report-page.tsx';

const api = '/chatbird/api/campaign';
const activities = '/chatbird/api/activity';
const unknownLine = { status: 'UNKNOWN' as const, reason: 'UNKNOWN_OUTCOME', count: 5 };
const figures = (id: number, number: number, name: string, more: object = {}) => ({
  activityId: idOf(id),
  number,
  name,
  state: 2,
  isCompleted: true,
  startedOn: at,
  completedOn: at,
  counts,
  optedOut: 3,
  replied: 40,
  pressed: 25,
  clicked: 12,
  estimate,
  actual: 72_000_000,
  unknownCost: 0,
  currency: 'INR' as const,
  comparison: null,
  fallback: noFallbackFigures,
  ...more,
});
const report = {
  total: {
    counts,
    optedOut: 3,
    replied: 40,
    pressed: 25,
    clicked: 12,
    actual: 72_000_000,
    unknownCost: 0,
    currency: 'INR' as const,
    estimated: 80_000_000,
    fallback: noFallbackFigures,
  },
  activities: [figures(71, 2, 'Second'), figures(70, 1, 'First', { counts: noCounts, estimate: null, actual: 0, optedOut: 0 })],
  failures: [{ reason: 'RECIPIENT', vendorCode: '131026', meaning: '', count: 5 }],
  deliveries: [{ at, delivered: 900, read: 400 }],
  readAfterHours: [{ hours: 1, count: 300 }],
  buttons: [{ button: 'Yes please', presses: 27, people: 25 }],
  links: [
    {
      activityId: idOf(71),
      content: '' as const,
      variable: 'url/button.0',
      type: 'static' as const,
      value: 'https://shop.example/spring',
      people: 12,
      clicks: 20,
      previews: 7,
    },
  ],
};
const recipient = {
  messageId: idOf(95),
  from: '918000000000',
  to: '+919820012345',
  currentDeliveryStatus: 3,
  currentDeliveryStatusTime: at,
  status: 'FAILED',
  reason: 'RECIPIENT',
  reasonText: '',
  sentOn: at,
  number: 1,
  name: 'Asha',
  content: '' as const,
};
const pressed = {
  id: idOf(96),
  messageId: idOf(95),
  activityId: idOf(71),
  kind: 'press' as const,
  from: '+919820012345',
  name: 'Asha',
  button: 'Yes please',
  payload: 'offer.yes',
  text: '',
  receivedOn: at,
};
const server = stubServer(() => {
  setEnterpriseZone('UTC');

  return {
    [`GET ${api}/list`]: () => good({ campaigns: [makeCampaignItem()], more: false, makers: [] }),
    [`GET ${api}/get/${idOf(61)}`]: () => good(makeCampaign()),
    [`GET ${api}/report/${idOf(61)}`]: () => good(report),
    [`GET ${api}/responses/${idOf(61)}`]: () => good({ responses: [pressed], more: true }),
    [`GET ${activities}/get/${idOf(71)}`]: () =>
      good(
        makeActivity({
          approval: 'Approved',
          state: 2,
          isCompleted: true,
          may: ['retry', 'label'],
          entries: [makeEntry(91, { kind: 'stopped', text: 'Enough' })],
        }),
      ),
    [`GET ${activities}/recipients/${idOf(71)}`]: () => good({ recipients: [recipient], more: false }),
  };
});
const me = { ...sampleMe, permissions: ['CAMPAIGNS.VIEW_CAMPAIGNREPORT'] } as never;
const open = (address = '') => {
  if (address !== '') givePlacesASize();
  return openScreens(
    `/campaigns/report${address}`,
    (root) => [
      screenAt(root, '/campaigns/report', ReportListPage, { validateSearch: CampaignListSearch }),
      screenAt(root, '/campaigns/report/$campaignId', ReportPage, { validateSearch: CampaignReportSearch }),
    ],
    me,
  );
};
const one = `/${idOf(61)}`;
const tab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }));

test('CAMP-075 the report lists campaigns with the filters of the campaign list, and each leads to its figures', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Spring sale' });
  expect(link.getAttribute('href')).toBe(`/campaigns/report/${idOf(61)}`);
  expect(screen.getByRole('searchbox', { name: 'Search by name' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('figures add up, in total and for each iteration, and the sum is shown', async () => {
  open(one);
  expect(await screen.findByText('Audience 1,000 = Skipped 20 + Failed 5 + In flight 75 + Delivered 900')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Figures by iteration' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.at(-1)).toBe('Total1,000205759004003Rs.80.00Rs.72.00');
  expect(rows[2]).toBe('#1 First Completed5 Jan 2024 10:00 AM0000000–Rs.0.00');
  expect(
    within(screen.getByRole('table', { name: 'Failed by code' })).getByText('The recipient cannot be reached on this channel.'),
  ).toBeTruthy();
});

test('a figure opens exactly its rows', async () => {
  const router = open(one);
  await userEvent.click(await screen.findByRole('button', { name: 'Failed of iteration 2: 5' }));
  expect(await screen.findByText('+919820012345')).toBeTruthy();
  expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ status: 'FAILED', reason: '', after: '0' });
  expect(router.state.location.search).toMatchObject({ tab: 'recipients', activity: idOf(71), status: 'FAILED' });
  await userEvent.click(screen.getByRole('button', { name: /^20Skipped: / }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ status: 'SKIPPED', reason: 'OPTED_OUT' }),
  );
});

test('more recipients follow the last one that is shown', async () => {
  server.replies[`GET ${activities}/recipients/${idOf(71)}`] = ({ query }) =>
    good(
      query.after === '0'
        ? { recipients: [recipient], more: true }
        : { recipients: [{ ...recipient, messageId: idOf(97), number: 2, to: '+919820012346' }], more: false },
    );
  open(`${one}?activity=${idOf(71)}&tab=recipients`);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('+919820012346')).toBeTruthy();
  expect(screen.getByText('+919820012345')).toBeTruthy();
  expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ after: '1' });
});

test('responses and the log have tabs of their own', async () => {
  open(`${one}?activity=${idOf(71)}`);
  await tab('Responses');
  const row = within((await screen.findByText('+919820012345')).closest('tr') as HTMLElement);
  expect(row.getByText('#2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.queriesOf(`GET ${api}/responses/${idOf(61)}`).at(-1)).toMatchObject({ from: '25' }));
  await tab('Log');
  expect(await screen.findByText('Enough')).toBeTruthy();
});

test('recipients and log of all iterations ask for one', async () => {
  open(one);
  await tab('Recipients');
  expect(await screen.findByText('Choose an iteration above.')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Iteration' }));
  await userEvent.click(await screen.findByRole('option', { name: '#2 Second' }));
  expect(await screen.findByText('+919820012345')).toBeTruthy();
});

test('retry and labels are offered of the iteration that is looked at', async () => {
  open(`${one}?activity=${idOf(71)}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('dialog', { name: 'Try again?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a label' }));
  expect(await screen.findByRole('dialog', { name: 'Label people by a result' })).toBeTruthy();
});

test('a report that cannot be read says why', async () => {
  server.replies[`GET ${api}/report/${idOf(61)}`] = () => refused('campaign.not_found', 'No such campaign.');
  server.replies[`GET ${api}/get/${idOf(61)}`] = () => refused('campaign.not_found', 'No such campaign.');
  open(one);
  expect((await screen.findByRole('alert')).textContent).toContain('No such campaign.');
});

test('CAMP-017 customers who replied, pressed a button or opened a link are counted, and each number opens its rows', async () => {
  const router = open(one);
  const table = within(await screen.findByRole('table', { name: 'Responses by iteration' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'IterationRepliedPressed a buttonOpened a link',
    '#2 Second402512',
    '#1 First402512',
    'Total402512',
  ]);
  await userEvent.click(table.getByRole('button', { name: 'Replied of iteration 2: 40' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ result: 'replied', link: '', status: '' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Only: Replied. Show all' }));
  await waitFor(() => expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ result: '' }));
  await tab('Figures');
  await userEvent.click(await screen.findByRole('button', { name: 'Pressed a button of iteration 2: 25' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${api}/responses/${idOf(61)}`).at(-1)).toMatchObject({ activityId: idOf(71), kind: 'press', button: '' }),
  );
  expect(router.state.location.search).toMatchObject({ tab: 'responses', kind: 'press' });
});

test('CAMP-017 a button opens who pressed it, and a link who opened it', async () => {
  open(one);
  const buttons = within(await screen.findByRole('table', { name: 'Buttons pressed' }));
  expect(buttons.getAllByRole('row')[1]?.textContent).toBe('Yes please2725');
  await userEvent.click(buttons.getByRole('button', { name: 'Pressed Yes please: 25' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${api}/responses/${idOf(61)}`).at(-1)).toMatchObject({ kind: 'press', button: 'Yes please' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Only “Yes please”. Show all' }));
  await waitFor(() => expect(server.queriesOf(`GET ${api}/responses/${idOf(61)}`).at(-1)).toMatchObject({ button: '' }));
  await tab('Figures');
  const links = within(await screen.findByRole('table', { name: 'Links opened' }));
  expect(links.getAllByRole('row')[1]?.textContent).toBe('https://shop.example/spring#220712');
  await userEvent.click(links.getByRole('button', { name: 'Opened https://shop.example/spring: 12' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ link: 'url/button.0', result: '' }),
  );
});

test('screens 3.6 the contents of a first part stand beside each other, and their people open', async () => {
  server.replies[`GET ${api}/report/${idOf(61)}`] = () =>
    good({ ...report, activities: [figures(71, 2, 'Second', { comparison: makeComparison({ chosen: 'B' }) })] });
  server.replies[`GET ${activities}/recipients/${idOf(71)}`] = () => good({ recipients: [{ ...recipient, content: 'B' }], more: false });
  open(`${one}?activity=${idOf(71)}`);
  const table = within(await screen.findByRole('table', { name: 'Contents compared' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ContentPeopleHave leftDeliveredReaddecidesOpened a link',
    'A · order_ready 505080 % (40)67 to 88.8 %20 % (10)11.2 to 33 %0 % (0)0 to 7.1 %',
    'B · Short chosen505080 % (40)67 to 88.8 %40 % (20)27.6 to 53.8 %0 % (0)0 to 7.1 %',
    'Everybody else, with B900',
  ]);
  await userEvent.click(table.getByRole('button', { name: 'People of B · Short: 50' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ content: 'B', status: '' }),
  );
  expect(await screen.findByRole('button', { name: 'Only: Content B. Show all' })).toBeTruthy();
  expect(within(await screen.findByRole('table', { name: 'Recipients' })).getByRole('columnheader', { name: 'Content' })).toBeTruthy();
});

test('the unknown outcomes have a column of their own, with the money reserved for them, and open their rows', async () => {
  const some = {
    ...counts,
    inFlight: 75,
    unknown: 5,
    byReason: [
      ...counts.byReason.filter(({ status }) => status !== 'SENT'),
      { status: 'SENT' as const, reason: '', count: 70 },
      unknownLine,
    ],
  };
  const more = { counts: some, unknownCost: 4_315_505 };
  server.replies[`GET ${api}/report/${idOf(61)}`] = () =>
    good({ ...report, total: { ...report.total, ...more }, activities: [figures(71, 2, 'Second', more), figures(70, 1, 'First')] });
  const router = open(one);
  const table = within(await screen.findByRole('table', { name: 'Figures by iteration' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['In flight', 'Outcome unknown', 'Actual cost', 'Reserved for unknown outcomes']),
  );
  expect(table.getAllByText('Rs.4.32')).toHaveLength(2);
  await userEvent.click(table.getByRole('button', { name: 'Outcome unknown of iteration 2: 5' }));
  await waitFor(() => expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ status: 'UNKNOWN' }));
  expect(router.state.location.search).toMatchObject({ tab: 'recipients', activity: idOf(71), status: 'UNKNOWN' });
  expect(screen.getByText(/Of those in flight 5 are of unknown outcome/)).toBeTruthy();
});

test('CAMP-019 figures of the other channel stand apart, and open their people', async () => {
  const fallback = { sent: 5, delivered: 4, actual: 500_000, unknownCost: 0 };
  server.replies[`GET ${api}/report/${idOf(61)}`] = () =>
    good({
      ...report,
      total: { ...report.total, fallback },
      activities: [figures(71, 2, 'Second', { fallback }), figures(70, 1, 'First')],
    });
  const other = { ...noCounts, audience: 6, skipped: 1, inFlight: 1, delivered: 4, read: 2 };
  server.replies[`GET ${api}/fallbackStats/${idOf(61)}`] = () =>
    good({ runs: [figures(71, 2, 'Second', { counts: other, replied: 1, pressed: 0, clicked: 0, optedOut: 0, actual: 500_000 })] });
  const router = open(one);
  const all = within(await screen.findByRole('table', { name: 'Figures by iteration' }));
  const cells = all.getAllByRole('row').map(({ textContent }) => textContent);
  // The first run's equation is as it was.
  expect(cells.at(-1)).toBe('Total1,000205759004003Rs.80.00Rs.72.0054');
  await tab('Other channel');
  const table = within(await screen.findByRole('table', { name: 'Figures of the other channel' }));
  expect(table.getAllByRole('row')[1]?.textContent).toBe('#2 Second Completed6101421000Rs.80.00Rs.0.50');
  await userEvent.click(table.getByRole('button', { name: '#2 Second' }));
  expect(await screen.findByRole('table', { name: 'Recipients over the other channel' })).toBeTruthy();
  await waitFor(() => expect(server.queriesOf(`GET ${activities}/recipients/${idOf(71)}`).at(-1)).toMatchObject({ run: 'fallback' }));
  expect(router.state.location.search).toMatchObject({ tab: 'fallback', activity: idOf(71) });
});
