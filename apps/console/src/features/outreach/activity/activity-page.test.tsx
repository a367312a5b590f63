import { type Activity, type ActivityEntry, activityMoves, emptyFallback, faultTexts, fieldError, fillSlots } from '@parley/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { loadAppConfig } from '../../../lib/app-config.ts';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import {
  at,
  breakdown,
  chetan,
  comparedPlan,
  counts,
  estimate,
  hiddenBooking,
  makeActivity,
  makeBooking,
  makeComparison,
  makeEntry,
  makePressure,
  makeProgress,
  priya,
  shortTemplate,
  template,
  wholePlan,
} from '../shared/campaign.fixtures.ts';
import { PlanSearch } from '../shared/plan/plan.search.ts';
import { ActivitySearch } from './activity.search.ts';
import { ActivityEditPage } from './activity-edit-page.tsx';
import { ActivityPage } from './activity-page.tsx';

const api = '/chatbird/api/activity';
const id = idOf(71);
let stored: Activity;
const server = stubServer(() => {
  stored = makeActivity();
  setEnterpriseZone('UTC');
  return {
    [`GET ${api}/get/${id}`]: () => good(stored),
    [`GET ${api}/preview/${id}`]: ({ query }) =>
      good({
        previews:
          query.number === '+9715'
            ? [{ address: '+9715', name: 'Zoya', values: { 'messageTags/body.1': 'Zoya' }, missing: [] }]
            : [{ address: '+91982', name: 'Asha', values: { 'messageTags/body.1': 'Asha' }, missing: [] }],
      }),
    [`GET ${api}/instances/${id}`]: () => good(makeProgress()),
    'POST /chatbird/api/campaign/pressure': () => good(makePressure()),
    'GET /chatbird/api/templates/get': () => good(template),
    'GET /chatbird/api/customer_master/groups': () => good({ groups: [{ id: idOf(51), name: 'Pune', count: 3, version: 1 }] }),
    'GET /chatbird/api/customer_master/tags': () => good({ tags: [] }),
  };
});
const checker = { ...sampleMe, uId: idOf(3), permissions: ['CAMPAIGNS.APPROVE', 'CAMPAIGNS.VIEW', 'CUSTOMER.VIEW'] } as never;
const open = (me = checker, at = '') =>
  openScreens(
    `/campaigns/activity/${id}${at}`,
    (root) => [
      screenAt(root, '/campaigns/activity/$activityId', ActivityPage, { validateSearch: ActivitySearch }),
      screenAt(root, '/campaigns/activity/$activityId/edit', ActivityEditPage, { validateSearch: PlanSearch }),
      screenAt(root, '/campaigns/campaigns-list/$campaignId', () => <h1>The campaign</h1>),
      screenAt(root, '/campaigns/activity-list', () => <h1>The inbox</h1>),
    ],
    me,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const waiting = (change: Partial<Activity> = {}) =>
  makeActivity({
    approval: 'Submitted',
    submittedBy: priya,
    submittedOn: at,
    canApprove: true,
    whyNotApprove: '',
    may: ['approve', 'reject', 'comment'],
    ...change,
  });
const menu = async (item: string) => {
  await press('More actions of #2');
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));

test('everything that is decided is shown: message, people, mapping, schedule, cost', async () => {
  stored = waiting({ entries: [makeEntry(91, { kind: 'submitted', values: { audience: 100 } })] });
  open();
  expect(await screen.findByRole('heading', { name: 'Spring sale #2' })).toBeTruthy();
  expect(await screen.findByText(/^Hi Asha,/)).toBeTruthy();
  expect(region('Audience').getByText(/^Total 120 = Excluded 4 .+ Value missing 3 \+ Capped 1 \+ Reachable 100$/)).toBeTruthy();
  expect(await region('For whom').findByText('Pune')).toBeTruthy();
  expect(region('Mapping').getByText('the field name (otherwise "friend")')).toBeTruthy();
  const schedule = region('Schedule and speed');
  for (const text of ['2031-05-01 10:00', 'Asia/Kolkata', 'Shop (ACTIVE)', 'order_ready (APPROVED)'])
    expect(schedule.getByText(text)).toBeTruthy();
  expect(region('Estimated cost').getByText('Rs.80.00 for 100 messages')).toBeTruthy();
  expect(breakdown.reachable).toBe(estimate.units);
  await userEvent.type(screen.getByRole('textbox', { name: 'Show it for a number' }), '+9715');
  await press('Show');
  expect(await screen.findByText(/^Hi Zoya,/)).toBeTruthy();
});

test('an iteration shows in whose open hours it sends, and says why it is held where they never come', async () => {
  const plan = { ...waiting().plan, calendarId: idOf(70) };
  stored = running({ plan, names: { [idOf(70)]: 'Office' }, state: 3, pauseReason: 'CLOSED' });
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`GET ${api}/instances/${id}`] = () => good(makeProgress({}));
  open();
  expect(
    await screen.findByText(/^The calendar in whose open hours it sends is gone, opens no more, or is open within the quiet hours alone\./),
  ).toBeTruthy();
  expect(region('Schedule and speed').getByText('Office')).toBeTruthy();
});

test.each([
  [1, '10 % first, then a wait of 1 minute'],
  [15, '10 % first, then a wait of 15 minutes'],
])('a first wave that waits %i min is said in the right number', async (waitMinutes, text) => {
  const activity = waiting();
  const firstWave = { percent: 10, waitMinutes, failedPercent: null, optedOutPercent: null, blockedPercent: null };
  stored = { ...activity, plan: { ...activity.plan, firstWave } };
  open();
  expect(await screen.findByText(text)).toBeTruthy();
});

test('CAMP-003 an approval names the seal that was read, with an optional note', async () => {
  stored = waiting();
  server.replies[`POST ${api}/approve/${id}`] = () => {
    stored = makeActivity({ approval: 'Approved', may: ['start', 'schedule'] });
    return good(stored, 'It is approved.');
  };
  open();
  await press('Approve');
  const dialog = await inDialog('Approve it?');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), 'Fine');
  // Somebody changes it while the dialog is open: what was read is approved, or nothing.
  stored = waiting({ seal: 'seal-2', version: 2, name: 'Renamed' });
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Renamed')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/approve/${id}`)).toEqual({ seal: 'seal-1', note: 'Fine' }));
  expect(await screen.findByRole('button', { name: 'Start now' })).toBeTruthy();
});

test('a change since the page was read is named, and the page is read anew', async () => {
  stored = waiting();
  server.replies[`POST ${api}/approve/${id}`] = () =>
    refused('activity.changed', 'It has changed since you read it. Please read it again.', { parts: ['audience', 'cost'], seal: 'seal-2' });
  open();
  await press('Approve');
  const dialog = await inDialog('Approve it?');
  stored = waiting({ seal: 'seal-2', version: 2, name: 'Renamed' });
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  const notice = await screen.findByText(/^This page shows it as it is now/);
  expect(notice.textContent).toBe('This page shows it as it is now. What differs: Audience, Cost');
  expect(await screen.findByText('Renamed')).toBeTruthy();
  expect(toastTexts()).toContain('It has changed since you read it. Please read it again.');
});

test("CAMP-003 CAMP-006 CAMP-007 a rejection without a reason says 'Please enter reject reason'", async () => {
  stored = waiting();
  server.replies[`POST ${api}/reject/${id}`] = () => good(makeActivity({ approval: 'Rejected', reason: 'Wrong price' }));
  open();
  await press('Reject');
  const dialog = await inDialog('Reject it?');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await dialog.findByText('Please enter reject reason')).toBeTruthy();
  expect(faultTexts['activity.reject_reason']).toBe('Please enter reject reason');
  expect(server.countOf(`POST ${api}/reject/${id}`)).toBe(0);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), ' Wrong price ');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/reject/${id}`)).toEqual({ reason: 'Wrong price' }));
});

test.each([
  ['last_editor', 'You have edited it last, so somebody else approves it.'],
  ['submitter', 'You have submitted it, so somebody else approves it.'],
] as const)('one’s own work shows no Approve, and says why: %s', async (bar, words) => {
  stored = waiting({ may: ['comment', 'withdraw'], canApprove: false, whyNotApprove: bar });
  open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
});

test('log and comments stand in one timeline, the newest first; a checker asks the maker', async () => {
  stored = waiting({
    entries: [
      makeEntry(91),
      makeEntry(92, { kind: 'edited', at: '2024-01-05T11:00:00Z', parts: ['speed'] }),
      makeEntry(93, { kind: 'wave_stopped', at: '2024-01-05T12:00:00Z', by: { id: '', name: '' }, values: { failedPercent: 12, left: 3 } }),
      makeEntry(94, { kind: 'asked', at: '2024-01-05T13:00:00Z', by: chetan, text: 'Why all of them?' }),
    ],
  });
  server.replies[`POST ${api}/comment/${id}`] = () => good({ entry: makeEntry(95, { kind: 'asked' }) });
  open();
  const log = within(await screen.findByRole('region', { name: 'Log and comments' }));
  const text = log.getByText('Why all of them?').closest('.mantine-Timeline-root')?.textContent ?? '';
  expect(['Question', 'First part beyond its limits', 'Edited', 'Created'].map((word) => text.indexOf(word))).toEqual(
    ['Question', 'First part beyond its limits', 'Edited', 'Created'].map((word) => text.indexOf(word)).sort((a, b) => a - b),
  );
  expect(text).toContain('Parley');
  expect(text).toContain('have left: 3 · failed %: 12');
  expect(text).toContain('Changed: Speed');
  await userEvent.type(log.getByRole('textbox', { name: 'Your question' }), 'And when?');
  await press('Ask the maker');
  await waitFor(() => expect(server.bodyOf(`POST ${api}/comment/${id}`)).toMatchObject({ text: 'And when?' }));
  await waitFor(() => expect(log.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' }).value).toBe(''));
});

test('a question that is typed while another one is on its way stays', async () => {
  stored = waiting();
  const answer = Promise.withResolvers<void>();
  const call = `POST ${api}/comment/${id}`;
  server.replies[call] = async () => {
    await answer.promise;
    return good({ entry: makeEntry(95, { kind: 'asked' }) });
  };
  open();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
  await userEvent.type(field, 'And when?');
  await press('Ask the maker');
  await waitFor(() => expect(server.countOf(call)).toBe(1));
  await userEvent.type(field, ' And why?');
  answer.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ask the maker' }).hasAttribute('data-loading')).toBe(false));
  expect(field.value).toBe('And when? And why?');
});

const bodyOf = (text: string) => ({ type: 'BODY', text });

test('the comparison marks what differs from what was approved last, and what changed since a rejection', async () => {
  stored = waiting({
    compared: {
      activityId: idOf(70),
      number: 1,
      changes: [
        { part: 'audience', field: 'people', before: 80, after: 100 },
        { part: 'speed', field: 'perMinute', before: null, after: 60 },
        { part: 'content', field: 'components', before: [bodyOf('20 % off today')], after: [bodyOf('25 % off today')] },
      ],
    },
    sinceRejection: [
      {
        part: 'mapping',
        field: 'columnMapping',
        before: [],
        after: [{ type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'static', value: 'friend', mappings: [] }] }],
      },
    ],
  });
  server.replies[`GET ${api}/instances/${idOf(70)}`] = () => good(makeProgress({ isCompleted: true, remaining: 0, sent: 975 }));
  open();
  const table = within(await screen.findByRole('table', { name: 'Compared with iteration #1' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'WhatBeforeNow',
    'Audience People80100',
    'Speed Messages a minute(empty)60',
    'Content Words of the template{"type":"BODY","text":"20 % off today"}{"type":"BODY","text":"25 % off today"}',
  ]);
  // Only the differing words of a long text are marked.
  const components = region('Compared with iteration #1').getAllByRole('row').at(-1) as HTMLElement;
  expect(
    within(components)
      .getAllByRole('mark')
      .map(({ textContent }) => textContent),
  ).toEqual(['20', '25']);
  const since = within(screen.getByRole('table', { name: 'Changed since the rejection' }));
  expect(await since.findByText('{{1}}: the words "friend"')).toBeTruthy();
  expect(await region('Results of the last run').findByText(/^975 sent/)).toBeTruthy();
});

test('the reason why somebody will not get it is asked by number', async () => {
  stored = waiting();
  const answer = {
    isInAudience: true,
    number: '+91982',
    name: 'Asha',
    isDecided: false,
    willGet: false,
    status: '',
    reason: 'OPTED_OUT',
    reasonText: '',
    dueOn: '',
    missing: [],
    content: '',
    fallback: null,
  };
  server.replies[`GET ${api}/why/${id}`] = ({ query }) =>
    good(query.number === '1' ? { ...answer, isInAudience: false, name: '', number: '1' } : answer);
  open();
  const why = within(await screen.findByRole('region', { name: 'Why will this person (not) get it?' }));
  await userEvent.type(why.getByRole('textbox'), '+91982{Enter}');
  expect(await why.findByText('Asha will not get it.')).toBeTruthy();
  expect(why.getByText('The customer wants no marketing. This may change until the start.')).toBeTruthy();
  await userEvent.clear(why.getByRole('textbox'));
  await userEvent.type(why.getByRole('textbox'), '1{Enter}');
  expect(await why.findByText('1 is not in the audience.')).toBeTruthy();
});

const flag = async (isOn: boolean) => {
  const stubbed = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ environment: { campaignEstimateCost: isOn } }));
  await loadAppConfig();
  vi.stubGlobal('fetch', stubbed);
};
const ready = (change: Partial<Activity> = {}) => makeActivity({ approval: 'Approved', may: ['start', 'schedule', 'clone'], ...change });

test('CAMP-071 a start estimates the cost with the flag', async () => {
  await flag(true);
  stored = ready();
  server.replies[`POST ${api}/estimate/${id}`] = () => good({ ...estimate, breakdown });
  server.replies[`POST ${api}/start/${id}`] = () => good(ready({ state: 2 }));
  open();
  await press('Start now');
  const dialog = await inDialog('Start it now?');
  expect(dialog.getByText('100 people get it now, for an estimated Rs.80.00.')).toBeTruthy();
  expect(server.countOf(`POST ${api}/start/${id}`)).toBe(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Start now' }));
  await waitFor(() => expect(server.countOf(`POST ${api}/start/${id}`)).toBe(1));
});

test('CAMP-071 a start makes no estimate without the flag', async () => {
  await flag(false);
  stored = ready();
  open();
  await press('Start now');
  expect((await inDialog('Start it now?')).getByText('100 people get it.')).toBeTruthy();
  expect(server.countOf(`POST ${api}/estimate/${id}`)).toBe(0);
});

test('a start with a first part says who gets it now, with and without an estimate', async () => {
  await flag(false);
  stored = ready({ wavePercent: 10 });
  open();
  await press('Start now');
  const text = '10 % of 100 people get it now, and the others when this first part was judged.';
  await userEvent.click((await inDialog('Start it now?')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(text)).toBeNull();
  await flag(true);
  server.replies[`POST ${api}/estimate/${id}`] = () => good({ ...estimate, breakdown });
  await press('Start now');
  expect((await inDialog('Start it now?')).getByText(`${text} All of it costs an estimated Rs.80.00.`)).toBeTruthy();
});

test('the page shows what broke the seal, and that the checker has left; after a rejection Edit is a button', async () => {
  const entry = (kind: ActivityEntry['kind'], more: Partial<ActivityEntry> = {}): ActivityEntry => ({
    id: crypto.randomUUID(),
    kind,
    at,
    by: { id: '', name: '' },
    text: '',
    parts: [],
    values: {},
    ...more,
  });
  stored = makeActivity({ entries: [entry('submitted'), entry('approved'), entry('broken_seal', { parts: ['audience', 'cost'] })] });
  open();
  const broken = (await screen.findByText('It is not any more what was approved')).closest('[role=alert]') as HTMLElement;
  expect(broken.textContent).toContain('What differs: Audience, Cost');
  cleanup();
  stored = ready({ checker: { id: idOf(61), name: 'Ravi' }, entries: [entry('approved'), entry('checker_left')] });
  open();
  expect(await screen.findByText(/^Ravi, who approved it, is deactivated\./)).toBeTruthy();
  cleanup();
  stored = makeActivity({ approval: 'Rejected', reason: 'Wrong price', may: ['edit', 'submit', 'clone', 'delete'] });
  open();
  expect(await screen.findByRole('button', { name: 'Edit and resubmit' })).toBeTruthy();
});

test('a start that is refused says every reason', async () => {
  await flag(false);
  stored = ready();
  server.replies[`POST ${api}/start/${id}`] = () =>
    refused('activity.invalid', 'The channel is DOWN, not ACTIVE.', {
      errors: [fieldError('channelId', 'campaign.channel_down', { state: 'DOWN' }), fieldError('balance', 'campaign.no_balance')],
    });
  open();
  await press('Start now');
  await userEvent.click((await inDialog('Start it now?')).getByRole('button', { name: 'Start now' }));
  await waitFor(() => expect(toastTexts()).toContain('The channel is DOWN, not ACTIVE.\nThe balance does not cover the estimated cost.'));
});

const running = (change: Partial<Activity> = {}) =>
  makeActivity({ approval: 'Approved', state: 2, startedOn: at, counts, may: ['pause', 'stop', 'speed', 'clone'], ...change });

test('a run shows its progress as figures that add up, and what it waits for', async () => {
  server.replies[`GET ${api}/instances/${id}`] = () =>
    good(makeProgress({ channelState: 'DOWN', wave: { size: 100, left: 100, waitsUntil: at, result: '' } }));
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  stored = running();
  open();
  const panel = within(await screen.findByRole('region', { name: 'Progress' }));
  expect(await panel.findByText('Audience 1,000 = sent 800 + failed 5 + skipped 20 + remaining 175')).toBeTruthy();
  expect(panel.getByText('The channel is DOWN: what is left waits.')).toBeTruthy();
  expect(panel.getByText('The first part has left. Receipts are waited for until 5 Jan 2024 10:00 AM.')).toBeTruthy();
});

test('a run that has ended is looked at once more', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  // The end is told before the next look at the figures is due, and then none is due any more.
  server.replies[`GET ${api}/instances/${id}`] = () =>
    good(makeProgress(stored.isCompleted ? { sent: 975, delivered: 975, inFlight: 0, remaining: 0, isCompleted: true } : {}));
  stored = running();
  open();
  const panel = within(await screen.findByRole('region', { name: 'Progress' }));
  expect(await panel.findByText(/remaining 175$/)).toBeTruthy();
  stored = running({ isCompleted: true, completedOn: at, counts: { ...counts, inFlight: 0, delivered: 975 } });
  expect(await panel.findByText('Audience 1,000 = sent 975 + failed 5 + skipped 20 + remaining 0')).toBeTruthy();
});

test('Stop says how many have not been sent, and asks', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`POST ${api}/action/${id}`] = () => good({ activity: running({ state: 4 }), unsent: 170 });
  stored = running();
  open();
  await press('Stop');
  const dialog = await inDialog('Stop it for good?');
  expect(dialog.getByText('175 messages have not been sent yet.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/action/${id}`)).toEqual({ state: '4', reason: '' }));
  await waitFor(() => expect(toastTexts()).toContain('Stopped. 170 messages were not sent.'));
});

test('Resume needs a reason after the limits; otherwise it goes on at once', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`POST ${api}/action/${id}`] = () => good({ activity: running(), unsent: 0 });
  stored = running({ state: 3, pauseReason: 'LIMITS', may: ['resume'] });
  open();
  expect(await screen.findByText('The first part went beyond its limits. Whoever resumes it says why.')).toBeTruthy();
  await press('Resume');
  const dialog = await inDialog('Resume it?');
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
  expect(await dialog.findByText('Please enter why it goes on')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Numbers are fine');
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/action/${id}`)).toEqual({ state: '2', reason: 'Numbers are fine' }));
});

test('Resume and Start say in quiet hours until when nothing leaves, and messages that wait for their end are shown', async () => {
  const quietUntil = '2024-01-06T03:30:00Z';
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`GET ${api}/instances/${id}`] = () => good(makeProgress({ quiet: { count: 170, until: quietUntil } }));
  server.replies[`POST ${api}/action/${id}`] = () => good({ activity: running(), unsent: 0 });
  stored = running({ state: 3, pauseReason: 'ASKED', may: ['resume'], quietUntil });
  open();
  const panel = within(await screen.findByRole('region', { name: 'Progress' }));
  expect(
    await panel.findByText(
      '170 messages wait for the end of the quiet hours or for open hours. They leave by themselves from 6 Jan 2024 03:30 AM.',
    ),
  ).toBeTruthy();
  await press('Resume');
  const dialog = await inDialog('Resume it?');
  expect(
    dialog.getByText(/^Quiet hours are now, or its calendar is closed: nothing of it leaves before 6 Jan 2024 03:30 AM\./),
  ).toBeTruthy();
  expect(server.bodyOf(`POST ${api}/action/${id}`)).toBeUndefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/action/${id}`)).toEqual({ state: '2', reason: '' }));
});

test('Pause may have a reason', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`POST ${api}/action/${id}`] = () => good({ activity: running({ state: 3 }), unsent: 0 });
  stored = running();
  open();
  await press('Pause');
  await userEvent.click((await inDialog('Pause it?')).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/action/${id}`)).toEqual({ state: '3', reason: '' }));
});

test('the speed goes down only', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`PUT ${api}/speed/${id}`] = () => good(running({ perMinute: 30 }));
  stored = running();
  open();
  await screen.findByRole('button', { name: 'Stop' });
  await menu('Change speed');
  const dialog = await inDialog('Change speed');
  const field = dialog.getByRole('textbox', { name: 'Messages a minute' });
  await userEvent.clear(field);
  await userEvent.type(field, '61');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(fillSlots(faultTexts['activity.speed_up'], { maximum: 60 }))).toBeTruthy();
  expect(server.countOf(`PUT ${api}/speed/${id}`)).toBe(0);
  await userEvent.clear(field);
  await userEvent.type(field, '30');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${api}/speed/${id}`)).toEqual({ perMinute: '30' }));
});

test('each figure opens exactly its rows', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  stored = running();
  const router = open();
  expect(await screen.findByText('Audience 1,000 = Skipped 20 + Failed 5 + In flight 75 + Delivered 900')).toBeTruthy();
  await press(/^5Failed$/i);
  await waitFor(() => expect(server.queriesOf(`GET ${api}/recipients/${id}`).at(-1)).toMatchObject({ status: 'FAILED', reason: '' }));
  expect(router.state.location.search).toMatchObject({ status: 'FAILED' });
});

test('a retry makes a new iteration, and a label is given by a result', async () => {
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`POST ${api}/retry/${id}`] = () => good(makeActivity({ id: idOf(75), number: 3 }));
  server.replies[`GET ${api}/get/${idOf(75)}`] = () => good(makeActivity({ id: idOf(75), number: 3 }));
  server.replies[`GET ${api}/preview/${idOf(75)}`] = () => good({ previews: [] });
  server.replies[`POST ${api}/label/${id}`] = () => refused('server.unexpected', 'Not now.', { requestId: 'r' });
  stored = running({ isCompleted: true, may: ['retry', 'label', 'clone'] });
  const router = open();
  await screen.findByRole('heading', { name: 'Spring sale #2' });
  await menu('Make a label');
  const label = await inDialog('Label people by a result');
  await userEvent.click(label.getByRole('button', { name: 'Give the label' }));
  expect(await label.findByText('This field is mandatory.')).toBeTruthy();
  await userEvent.type(label.getByRole('textbox', { name: /Label/ }), 'Not read');
  await userEvent.click(label.getByRole('button', { name: 'Give the label' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/label/${id}`)).toMatchObject({ result: 'not_read', name: 'Not read' }));
  expect((await label.findByRole('alert')).textContent).toContain('Not now.');
  await userEvent.click(label.getByRole('button', { name: 'Cancel' }));
  await menu('Retry');
  await userEvent.click((await inDialog('Try again?')).getByRole('button', { name: 'Make the iteration' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/activity/${idOf(75)}`));
});

const bothTemplates = ({ query }: { query: Record<string, string> }) => good(query.templateId === idOf(32) ? shortTemplate : template);

test('screens 3.3 a checker sees every content with its message and mapping, and how one of them is chosen', async () => {
  server.replies['GET /chatbird/api/templates/get'] = bothTemplates;
  server.replies[`GET ${api}/preview/${id}`] = ({ query }) =>
    good({
      previews: [
        { address: '+91982', name: 'Asha', values: { 'messageTags/body.1': query.content === 'B' ? 'you' : 'Asha' }, missing: [] },
      ],
    });
  const change = { part: 'content', field: 'contents.B.components', before: 'x', after: 'y' } as const;
  stored = waiting({ plan: comparedPlan, compared: { activityId: idOf(70), number: 1, changes: [change] } });
  server.replies[`GET ${api}/instances/${idOf(70)}`] = () => good(makeProgress());
  open();
  expect(await screen.findByText(/^Hi Asha,/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'B · Short' }));
  expect(await screen.findByText('Ready, you!')).toBeTruthy();
  expect(region('Mapping').getAllByText(/^[AB]: /)).toHaveLength(2);
  const contents = region('Contents');
  for (const text of ['order_ready', 'Short, order_short', 'Read', 'A person']) expect(contents.getByText(text), text).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: 'Content Content B: Words of the template' })).toBeTruthy();
  expect(region('Estimated cost').getByText(/^At most:/)).toBeTruthy();
});

test('screens 3.4 an activity that waits for a choice shows how its contents compare, and one is chosen with a reason', async () => {
  server.replies['GET /chatbird/api/templates/get'] = bothTemplates;
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`GET ${api}/instances/${id}`] = () => good(makeProgress({ comparison: makeComparison({ isWaiting: true }) }));
  server.replies[`POST ${api}/choose/${id}`] = () => {
    stored = running({ plan: comparedPlan });
    return good(stored, 'The content is chosen.');
  };
  stored = running({ plan: comparedPlan, state: 3, pauseReason: 'CHOICE', may: ['choose', 'stop'] });
  open();
  expect(await screen.findByText('Its first part has left. Nothing else leaves until one of its contents is chosen.')).toBeTruthy();
  const panel = within(await screen.findByRole('region', { name: 'Contents compared' }));
  expect(panel.getByText('B is clearly better than A (Read): 20 points more, with 95 % between 2 and 36.4.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  await press('Choose A');
  const dialog = await inDialog('Choose A?');
  await userEvent.click(dialog.getByRole('button', { name: 'Choose A' }));
  expect(await dialog.findByText('Please enter why this content is chosen')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'B is over');
  await userEvent.click(dialog.getByRole('button', { name: 'Choose A' }));
  await waitFor(() => expect(server.bodyOf(`POST ${api}/choose/${id}`)).toEqual({ content: 'A', reason: 'B is over' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose B' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'People of B · Short: 50' }));
  await waitFor(() => expect(server.queriesOf(`GET ${api}/recipients/${id}`).at(-1)).toMatchObject({ content: 'B', status: '' }));
});

test.each([
  [
    { isClear: false, difference: { share: 0.2, low: -0.01, high: 0.4 } },
    /^Not enough to tell B from A \(Read\): the difference of 20 points may be chance, with 95 % between -1 and 40\.$/,
  ],
  [{ best: '', second: '', difference: null, isClear: false }, /^Nothing has left yet\.$/],
  [{ second: '', difference: null, isClear: false }, /^Only B has left for anybody/],
] as [Partial<ReturnType<typeof makeComparison>>, RegExp][])(
  'screens 3.4 no more is said of contents than the figures allow: %o',
  async (change, words) => {
    server.replies['GET /chatbird/api/templates/get'] = bothTemplates;
    server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
    server.replies[`GET ${api}/instances/${id}`] = () => good(makeProgress({ comparison: makeComparison(change) }));
    stored = running({ plan: comparedPlan });
    open();
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

test('an iteration that is gone says so', async () => {
  server.replies[`GET ${api}/get/${id}`] = () => refused('activity.not_found', 'No such iteration.');
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('No such iteration.');
});

test('a user who may not read templates asks for none, and is told so', async () => {
  stored = waiting();
  open({ ...sampleMe, permissions: ['CAMPAIGNS.APPROVE'] } as never);
  expect(await screen.findByText(/^You may not see templates/)).toBeTruthy();
  expect(server.countOf('GET /chatbird/api/templates/get')).toBe(0);
  expect(server.countOf('GET /chatbird/api/customer_master/groups')).toBe(0);
});

test('the steps of a submitted iteration warn that a change makes it New, and save its own plan', async () => {
  stored = makeActivity({ approval: 'Submitted', may: [...activityMoves] });
  server.replies[`PUT ${api}/update/${id}`] = ({ body }) => {
    stored = { ...stored, ...(body as Partial<Activity>), approval: 'New', version: stored.version + 1 };
    return good(stored);
  };
  open({ ...sampleMe, permissions: ['CAMPAIGNS.EDIT'] } as never, '/edit');
  expect(await screen.findByText(/^Any change makes it New again/)).toBeTruthy();
  const name = await screen.findByRole('textbox', { name: /Name of the iteration/ });
  await userEvent.type(name, ' evening');
  await press('Next');
  await waitFor(() => expect(server.bodyOf(`PUT ${api}/update/${id}`)).toMatchObject({ name: 'Second evening', version: 1 }));
  await waitFor(() => expect(screen.queryByText(/^Any change makes it New again/)).toBeNull());
});

test('a frequency limit of one message in one day is said in the singular', async () => {
  stored = waiting();
  server.replies['POST /chatbird/api/campaign/pressure'] = () => good(makePressure({ cap: { count: 1, days: 1, over: 0 } }));
  open();
  expect(await screen.findByText('None of them would be over the frequency limit: 1 marketing message in 1 day.')).toBeTruthy();
});

test('the checker reads how many people would get too much on its day, and who else has booked them, as far as they may see it', async () => {
  stored = waiting();
  server.replies['POST /chatbird/api/campaign/pressure'] = () =>
    good(
      makePressure({
        overLimit: 40,
        cap: { count: 3, days: 7, over: 5 },
        shared: [
          { ...makeBooking(), shared: 30 },
          { ...hiddenBooking(), shared: 1 },
        ],
        compared: 3,
        left: 2,
      }),
    );
  open();
  const panel = within(await screen.findByRole('region', { name: 'Contact pressure' }));
  expect(await panel.findByText('40 of 100 people would get more than 1 message on Thursday, May 1.')).toBeTruthy();
  expect(panel.getByText('5 of them would be over the frequency limit: 3 marketing messages in 7 days.')).toBeTruthy();
  const [first, second] = within(panel.getByRole('list', { name: 'Who else has booked them' })).getAllByRole('listitem');
  expect([first?.textContent, second?.textContent]).toEqual([
    'Diwali #1 09:30 AM · 30 of its 1,200 people are the same',
    'Hidden booking 09:30 AM · 1 of its 500 people is the same',
  ]);
  expect(panel.getByRole('link', { name: 'Diwali #1' }).getAttribute('href')).toBe(`/campaigns/activity/${idOf(81)}`);
  expect(panel.getByText('2 bookings of the day were not compared.')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Open the calendar' }).getAttribute('href')).toBe('/campaigns/calendar?view=week&day=2031-05-01');
  expect(server.bodyOf('POST /chatbird/api/campaign/pressure')).toEqual({ campaignId: stored.campaignId, activityId: id });
});

test('a comparison that takes too long is told in words and can be tried again', async () => {
  stored = waiting();
  const words = 'Comparing so many people takes longer than 10 seconds, so nobody was counted. The campaign can be sent all the same.';
  server.replies['POST /chatbird/api/campaign/pressure'] = () => refused('campaign.pressure_too_long', words, { seconds: 10 });
  open();
  const panel = within(await screen.findByRole('region', { name: 'Contact pressure' }));
  expect(await panel.findByText(words)).toBeTruthy();
  server.replies['POST /chatbird/api/campaign/pressure'] = () => good(makePressure({ compared: 1 }));
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('None of 100 people would get more than 1 message on Thursday, May 1.')).toBeTruthy();
  expect(panel.getByText('The other booking of the day has none of these people.')).toBeTruthy();
});

test('CAMP-019 another channel is shown to whoever approves it, and how far it is', async () => {
  const fallback = {
    ...emptyFallback(),
    channelId: idOf(20),
    message: wholePlan.message,
    columnMapping: wholePlan.columnMapping,
    on: 'not_delivered' as const,
    afterHours: 48,
  };
  stored = makeActivity({ approval: 'Approved', state: 2, startedOn: at, plan: { ...wholePlan, fallback } as Activity['plan'], counts });
  const progress = {
    waiting: 2,
    audience: 9,
    sent: 7,
    delivered: 6,
    read: 1,
    failed: 1,
    skipped: 1,
    inFlight: 1,
    unknown: 0,
    remaining: 0,
  };
  server.replies[`GET ${api}/instances/${id}`] = () =>
    good(makeProgress({ fallback: { ...progress, watchesUntil: '2031-05-03T10:00:00Z', isOver: false } }));
  server.replies[`GET ${api}/recipients/${id}`] = () => good({ recipients: [], more: false });
  server.replies[`GET ${api}/why/${id}`] = () =>
    good({
      isInAudience: true,
      number: '+91982',
      name: 'Asha',
      isDecided: true,
      willGet: false,
      status: 'FAILED',
      reason: 'RECIPIENT',
      reasonText: '',
      dueOn: '',
      missing: [],
      content: '',
      fallback: { number: '+91983', status: 'DELIVERED', reason: '', reasonText: '', willGet: true },
    });
  open();
  expect(await screen.findByText('Other channel: 9 people = 1 skipped + 1 failed + 1 in flight + 6 delivered')).toBeTruthy();
  expect(screen.getByText('2 people wait for the other channel.')).toBeTruthy();
  const facts = region('If it does not reach');
  expect(facts.getByText('Whose message has failed or was not delivered after 48 hours')).toBeTruthy();
  expect(facts.getByText('the field name (otherwise "friend")')).toBeTruthy();
  await waitFor(() => expect(server.queriesOf(`GET ${api}/recipients/${id}`).map(({ run }) => run)).toContain('fallback'));
  const why = region('Why will this person (not) get it?');
  await userEvent.type(why.getByRole('textbox'), '+91982{Enter}');
  expect(await why.findByText(/The first message did not reach. Over the other channel, \+91983: Delivered/)).toBeTruthy();
});

test('an iteration whose people come with the start says how it is started', async () => {
  const audience = { ...wholePlan.audience, groupIds: [], given: { most: 500, columns: [] } };
  stored = makeActivity({ approval: 'Approved', plan: { ...wholePlan, audience } as Activity['plan'], may: ['comment'] });
  open();
  expect(await screen.findByText(`POST ${api}/startFor/${id}`, { exact: false })).toBeTruthy();
  expect(await region('For whom').findByText('They come with the start, at most 500')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull();
});
