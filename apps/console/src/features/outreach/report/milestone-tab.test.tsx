import { emptyPlan, type MilestoneRule } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { givePlacesASize } from '../../../test-draw.tsx';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { at, makeCampaign } from '../shared/campaign.fixtures.ts';
import { MilestoneTab } from './milestone-tab.tsx';
import { CampaignReportSearch } from './report.search.ts';

const base = '/chatbird/api/campaign';
const [campaign, read, asked, gone, run, before] = [61, 201, 202, 203, 71, 70].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const rule = (kind: MilestoneRule['kind'], more: Partial<MilestoneRule> = {}): MilestoneRule => ({
  ...{ kind, variable: '', words: [], button: '', journeyId: '', journeyMilestone: '', withinHours: null },
  ...more,
});
const figure = (value: number | null, count = value ?? 0) => ({ value, count });
const figures = (reached: number, share: number, more: object = {}) => ({
  'milestone.reached': figure(reached),
  'milestone.people': figure(reached),
  'milestone.share': figure(share, reached),
  'milestone.timeMedian': figure(3_720_000, reached),
  'milestone.stepShare': figure(null, 0),
  'milestone.stepMedian': figure(null, 0),
  ...more,
});
const whole = { 'milestone.recipients': figure(10), 'milestone.reachedAny': figure(7) };
const defined = (id: string, name: string, own: MilestoneRule) => ({
  ...{ id, campaignId: campaign, name, rule: own, streamName: '', streamMilestoneName: '' },
  ...{ createdBy: { id: idOf(5), name: 'Mia Maker' }, createdOn: at, version: 3 },
});
const report = {
  zone: 'UTC',
  asOf: at,
  figures: whole,
  before: {
    activityId: before,
    number: 1,
    name: 'First',
    figures: whole,
    milestones: { [read]: figures(4, 0.4), [asked]: figures(1, 0.1) },
  },
  milestones: [
    { id: read, name: 'Read it', rule: rule('read', { withinHours: 24 }), removedOn: '' as const, figures: figures(6, 0.6) },
    {
      ...{ id: asked, name: 'Asked', rule: rule('replied', { words: ['call'] }), removedOn: '' as const },
      figures: figures(2, 0.2, { 'milestone.stepShare': figure(0.25, 1), 'milestone.stepMedian': figure(61_000, 1) }),
    },
    { id: gone, name: 'Old one', rule: rule('pressed'), removedOn: at, figures: figures(0, 0) },
  ],
  points: [
    { day: '2026-03-01', hour: null, counts: [5, 0, 0] },
    { day: '2026-03-02', hour: null, counts: [1, 2, 0] },
  ],
  activities: [
    { activityId: run, number: 2, name: 'Second', sent: 6, counts: [4, 2, 0] },
    { activityId: before, number: 1, name: 'First', sent: 4, counts: [2, 0, 0] },
  ],
};
const row = {
  ...{ messageId: idOf(95), milestoneId: read, activityId: run, activityNumber: 2, customerId: idOf(9), name: 'Asha', to: '+919820012345' },
  ...{ sentOn: at, reachedOn: at, timeMs: 3_720_000 },
};
const explanation = {
  ...{ measure: 'milestone.share' as const, before: figure(0.4, 4), after: figure(0.6, 6), above: null, change: 0.2, isTooFew: false },
  properties: [
    {
      by: 'weekday' as const,
      parts: [
        { key: '1', change: 0.25, slower: 0.25, more: 0, before: figure(0.1, 1), after: figure(0.6, 3) },
        { key: '7', change: -0.05, slower: -0.05, more: 0, before: figure(0.7, 3), after: figure(0.6, 3) },
      ],
      others: { parts: 0, change: 0 },
    },
  ],
};
const server = stubServer(() => {
  setEnterpriseZone('UTC');
  return {
    [`GET ${base}/milestones/${campaign}`]: () =>
      good({
        milestones: [
          defined(read, 'Read it', report.milestones[0]?.rule as MilestoneRule),
          defined(asked, 'Asked', rule('replied', { words: ['call'] })),
        ],
        mayEdit: true,
      }),
    [`GET ${base}/milestoneReport/${campaign}`]: () => good(report),
    [`GET ${base}/milestoneRows/${campaign}`]: () => good({ total: 6, rows: [row], more: true }),
    [`GET ${base}/milestoneExplain/${campaign}`]: () => good(explanation),
    [`GET ${base}/milestoneChoices/${campaign}`]: () =>
      good({ links: ['button.0'], buttons: ['Yes'], streams: [{ id: idOf(30), name: 'Loan', milestones: [{ id: 'm1', name: 'Offer' }] }] }),
    [`GET ${base}/get/${campaign}`]: () => good(makeCampaign({ plan: emptyPlan() as never })),
  };
});

function Tab() {
  const { search, change } = useAddressState(CampaignReportSearch);
  return <MilestoneTab campaignId={campaign} search={search} onChange={change} />;
}
const open = (query = '') => {
  givePlacesASize();
  const me = { ...sampleMe, permissions: ['CAMPAIGNS.VIEW_CAMPAIGNREPORT', 'CAMPAIGNS.EDIT', 'CUSTOMER.VIEW'] } as never;
  return openScreens(`/report${query}`, (root) => [screenAt(root, '/report', Tab, { validateSearch: CampaignReportSearch })], me);
};
const lastRows = () => server.queriesOf(`GET ${base}/milestoneRows/${campaign}`).at(-1);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('screens 3.6 milestones stand in their order with shares, times and rules, and each number opens its recipients', async () => {
  open(`?activity=${run}&start=2026-03-01&end=2026-03-09`);
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Read it6 recipients · 60\.0 %.*read the message · within 24 hours.*1 h 02 min after the message.*by Mia Maker/),
    expect.stringMatching(/^Asked2 recipients.*replied · call.*25\.0 % of those at the milestone before, 1 min 01 s later/),
    expect.stringMatching(/^Old one0 recipients.*removed on/),
  ]);
  expect(screen.getByText('Iteration #1: 1')).toBeTruthy();
  const filter = { activityId: run, fromDate: '2026-03-01', toDate: '2026-03-09' };
  expect(server.queriesOf(`GET ${base}/milestoneReport/${campaign}`)).toEqual([{ ...filter, timeType: 'DAY' }]);
  expect(lastRows()).toEqual({ ...filter, measure: 'milestone.reached', milestone: '', day: '', from: '0', perPage: '25' });
  await press('Read it: 6 recipients');
  await waitFor(() => expect(lastRows()).toMatchObject({ measure: 'milestone.reached', milestone: read, day: '' }));
  await press('Median time to the last: 1 h 02 min');
  await waitFor(() => expect(lastRows()).toMatchObject({ measure: 'milestone.timeMedian', milestone: asked }));
  await press('Reached at least one: 7');
  await waitFor(() => expect(lastRows()).toMatchObject({ measure: 'milestone.reachedAny', milestone: '' }));
  const times = within(screen.getByRole('table', { name: 'Reached over time', hidden: true }));
  await userEvent.click(times.getByRole('button', { name: /^2 Mar 2026, Asked: 2$|Asked: 2$/, hidden: true }));
  await waitFor(() => expect(lastRows()).toMatchObject({ measure: 'milestone.reached', milestone: asked, day: '2026-03-02' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(lastRows()).toMatchObject({ milestone: asked, day: '2026-03-02', from: '25' }));
  await press(/^Only 2 Mar/);
  await waitFor(() => expect(lastRows()).toMatchObject({ day: '', from: '0' }));
  const byRun = within(screen.getByRole('table', { name: 'By iteration' }));
  await userEvent.click(byRun.getByRole('button', { name: '#1 First, Read it: 2' }));
  await waitFor(() => expect(lastRows()).toMatchObject({ activityId: before, milestone: read }));
  await userEvent.click(screen.getByRole('radio', { name: 'By hour' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/milestoneReport/${campaign}`).at(-1)).toMatchObject({ timeType: 'HOUR' }));
});

test('an hour of the address narrows the rows, which are downloaded and labelled as they are listed', async () => {
  server.replies[`GET ${base}/milestoneCustomers/${campaign}`] = () => good({ customerIds: [idOf(9)] });
  server.replies['GET /e/enterprise/download/getId'] = () => good({ id: 'token' });
  server.replies['GET /chatbird/api/phonebook/tags'] = () => good({ tags: [], more: false, total: 0 });
  open(`?milestone=${read}&measure=milestone.share&day=2026-03-01&hour=9&timeType=HOUR`);
  expect(await screen.findByRole('row', { name: /Asha.*\+919820012345.*Read it.*#2.*1 h 02 min/ })).toBeTruthy();
  const cell = { activityId: '', fromDate: '', toDate: '', measure: 'milestone.share', milestone: read, day: '2026-03-01', hour: '9' };
  expect(lastRows()).toEqual({ ...cell, from: '0', perPage: '25' });
  await press('Label these customers');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Label' }), 'Warm');
  server.replies[`GET ${base}/milestoneCustomers/${campaign}`] = () =>
    refused('campaign.recipients_too_many', 'Too many people.', { most: 10_000 });
  await press('Give the label');
  expect(await screen.findByText('Too many people.')).toBeTruthy();
  expect(server.queriesOf(`GET ${base}/milestoneCustomers/${campaign}`)).toEqual([cell]);
});

test('a milestone is added with what its kind is about alone, and changed by name and place; a name that is taken is told', async () => {
  server.replies[`POST ${base}/milestones/${campaign}`] = () => good(defined(idOf(204), 'Walked', rule('streamMilestone')));
  server.replies[`PUT ${base}/milestones/${campaign}/${asked}`] = () => refused('campaign.milestone_name_taken', 'The name is taken.');
  open();
  await press('Add a milestone');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a milestone' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('This field is mandatory.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Walked');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Reached when the recipient' }));
  await userEvent.click(await screen.findByRole('option', { name: 'reached a milestone of a stream' }));
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Stream' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Loan' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Milestone of the stream' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Offer' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a milestone' })).toBeNull());
  const walked = rule('streamMilestone', { journeyId: idOf(30), journeyMilestone: 'm1' });
  expect(server.bodyOf(`POST ${base}/milestones/${campaign}`)).toEqual({ name: 'Walked', rule: walked });
  await press('Change Asked');
  const change = within(await screen.findByRole('dialog', { name: 'Change the milestone' }));
  await userEvent.click(change.getByRole('combobox', { name: 'Place in the order' }));
  await userEvent.click(await screen.findByRole('option', { name: '1' }));
  await userEvent.click(change.getByRole('button', { name: 'Save' }));
  expect(await change.findByText('The name is taken.')).toBeTruthy();
  expect(server.bodyOf(`PUT ${base}/milestones/${campaign}/${asked}`)).toEqual({ name: 'Asked', place: '1', version: '3' });
});

test('a change from the iteration before is explained by parts', async () => {
  open(`?activity=${run}`);
  await press('Why the change of Read it?');
  const drawer = within(await screen.findByRole('dialog', { name: 'Beside the iteration before: Read it' }));
  const rows = (await drawer.findAllByRole('row')).slice(1);
  expect(rows.map((one) => one.textContent)).toEqual(['Monday10.0 %60.0 %+25.0 %', 'Sunday70.0 %60.0 %-5.0 %']);
  expect(server.queriesOf(`GET ${base}/milestoneExplain/${campaign}`)).toEqual([
    { activityId: run, milestone: read, measure: 'milestone.share' },
  ]);
});

test('a tab without a milestone says how one is made, or to a reader that there is none', async () => {
  server.replies[`GET ${base}/milestones/${campaign}`] = () => good({ milestones: [], mayEdit: false });
  server.replies[`GET ${base}/milestoneReport/${campaign}`] = () => good({ ...report, milestones: [], points: [], before: null });
  open();
  expect(await screen.findByText('Nobody has defined a milestone of this campaign.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a milestone' })).toBeNull();
});
