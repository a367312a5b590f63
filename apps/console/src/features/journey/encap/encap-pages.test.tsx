import { channelTypes, type EncapLaunch, EncapProperties, encapStates, endpoints, launchStates } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { exportCall, exportLink, makeExport } from '../../../test-exports.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel, makeTemplate } from '../../channel/shared/channel.fixtures.ts';
import { makeData, makeEncap, makeEncapItem, makeLaunch, makeLaunchFigures, makeLink, makeLogLine, makeStep } from './encap.fixtures.ts';
import { EncapListSearch, EncapSearch } from './encap.search.ts';
import { EncapListPage } from './encap-list-page.tsx';
import { EncapPage } from './encap-page.tsx';

const { encaps, encapLaunches, encapReports, journeys, departments, files, channels } = endpoints;
const [id, spring, partners] = [idOf(81), idOf(82), idOf(83)];
type Ids = { encapId?: string; instanceId?: string; linkId?: string; milestoneId?: string };
const call = ({ method, path }: { method: string; path: string }, ids: Ids = {}) =>
  Object.entries({ encapId: id, instanceId: spring, ...ids }).reduce(
    (text, [name, value]) => text.replace(`:${name}`, value),
    `${method} ${path}`,
  );
const many = makeLaunch({
  ...{ id: partners, name: 'Partners', mode: 'API', state: launchStates.started, openUrl: '', number: 1 },
  ...{
    expiryDays: 3,
    expiryDate: '2026-04-01',
    figures: makeLaunchFigures({ launched: 2, unopened: 2, opened: 0, inProgress: 0, completed: 0, closed: 0 }),
  },
});
const properties = { ...EncapProperties.parse({}), version: 4 };
const logger = { level: 'steps', days: 30, includesTests: false, version: 4 };
const page = 'https://parley.example/p/abcdefghij234567';
const server = stubServer(() => {
  setEnterpriseZone('Asia/Kolkata');
  return {
    [call(encaps.list)]: () => good({ campaigns: [makeEncapItem()], more: true }),
    [call(encaps.create)]: () => good(makeEncap({ id: idOf(86), name: 'Survey' }), 'The encap is created.'),
    [call(encaps.get)]: () => good(makeEncap()),
    [call(encaps.get, { encapId: idOf(86) })]: () => good(makeEncap({ id: idOf(86), name: 'Survey' })),
    [call(encaps.properties)]: () => good(properties),
    [call(encaps.logger)]: () => good(logger),
    [call(encaps.log)]: () => good({ lines: [makeLogLine()], more: true }),
    [call(encapLaunches.list)]: () => good({ instances: [makeLaunch(), many], more: false }),
    [call(encapLaunches.list, { encapId: idOf(86) })]: () => good({ instances: [], more: false }),
    [call(encapLaunches.links)]: () =>
      good({
        links: [makeLink(), makeLink({ id: idOf(85), kind: 'visitor', name: '', number: '', state: 'CLOSED', instanceId: '' })],
        more: true,
      }),
    [call(encapReports.instanceCount)]: () => good({ ...makeLaunchFigures(), instances: 2 }),
    [call(encapReports.dataCollection)]: () => good({ rows: [makeData()], more: true }),
    [call(encapReports.milestoneCount)]: () =>
      good({ started: 10, milestones: [makeStep(), makeStep({ id: 'mile0009', name: 'Old', isRemoved: true, count: 1, share: 0.1 })] }),
    [call(encapReports.milestoneGraph)]: () =>
      good({ milestones: [makeStep()], points: [{ from: '2026-03-05T18:30:00.000Z', to: '2026-03-06T18:30:00.000Z', counts: [5] }] }),
    [call(channels.list)]: () => ({ ...good(null), response: { channelConfig: [], more: false } }),
    [call(departments.list)]: () => ({ ...good(null), response: { departments: [], more: false } }),
    [call(files.downloadToken)]: () => good({ id: 'access' }),
    [exportCall]: () => good(makeExport()),
    'GET /e/enterprise/screen-filters': () => good({ filters: [] }),
  };
});
const crud = ['CREATE', 'EDIT', 'VIEW', 'DELETE', 'VIEW_REPORTS', 'VIEW_JOURNEYMONITOR'].map((right) => `JOURNEYS.${right}`);
const as = (...permissions: string[]) => ({ ...sampleMe, permissions, eId: 'e1', uId: 'u1' }) as never;
const open = (address: string, me = as(...crud)) =>
  openScreens(
    address,
    (root) => [
      screenAt(root, '/encaps', EncapListPage, { validateSearch: EncapListSearch }),
      screenAt(root, '/encaps/$encapId', EncapPage, { validateSearch: EncapSearch }),
      screenAt(root, '/designer/encap/$encapId', () => <h1>The designer of encaps</h1>),
    ],
    me,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (of: string, name: string) => {
  await press(`Actions of ${of}`);
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const actionsOf = async (of: string) => {
  await press(`Actions of ${of}`);
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  return names;
};
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const dialog = async () => within(await screen.findByRole('dialog'));
const launched = (...instances: EncapLaunch[]) => {
  server.replies[call(encapLaunches.list)] = () => good({ instances, more: false });
};

test('CAMP-024 encaps are listed with state and figures, as a table or as cards; filters stand in the address', async () => {
  const router = open('/encaps?fromDate=2026-03-01&toDate=2026-03-06');
  const row = within(await screen.findByRole('row', { name: /Loan/ }));
  for (const text of ['Published v2', 'Changed since', '3', '12', '7', '5 Mar 2026 04:00 PM', 'Priya'])
    expect(row.getByText(text), text).toBeTruthy();
  expect(row.getByRole('link', { name: 'Loan' }).getAttribute('href')).toBe(`/encaps/${id}`);
  expect(row.getByRole('link', { name: 'Edit Loan' }).getAttribute('href')).toBe(`/designer/encap/${id}`);
  await userEvent.type(screen.getByLabelText('Search by name'), 'lo{Enter}');
  await choose('State', 'Retired');
  await press('Next');
  const days = { fromDate: '2026-03-01', toDate: '2026-03-06' };
  await waitFor(() => expect(router.state.location.search).toMatchObject({ name: 'lo', state: 'retired', from: 24, ...days }));
  await waitFor(() =>
    expect(server.queriesOf(call(encaps.list)).at(-1)).toEqual({ name: 'lo', state: '4', from: '24', perPage: '24', ...days }),
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Cards' }));
  const card = within(await screen.findByRole('listitem'));
  expect(card.getByText('Opened').nextElementSibling?.textContent).toBe('12');
});

test('a list without encaps offers to make one, and a list that cannot be read says so', async () => {
  server.replies[call(encaps.list)] = () => good({ campaigns: [], more: false });
  const router = open('/encaps');
  expect(await screen.findByText('No encaps yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'New encap' }).length).toBe(2);
  server.replies[call(encaps.list)] = () => refused('server.unexpected', 'It is down.', { requestId: 'r1' });
  await router.navigate({ to: '/encaps', search: { name: 'x' } as never });
  expect((await screen.findAllByText('It is down.')).length).toBeGreaterThan(0);
});

test('a reader neither makes nor changes an encap', async () => {
  open('/encaps', as('JOURNEYS.VIEW'));
  expect(await actionsOf('Loan')).toEqual(['Export']);
  expect(screen.queryByRole('link', { name: 'Edit Loan' })).toBeNull();
  for (const name of ['New encap', 'Import']) expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test('CAMP-025 a new encap opens in its designer, and a copy opens its own page', async () => {
  const router = open('/encaps');
  await press('New encap');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Survey ');
  await choose('Language', 'Hindi (hi)');
  await press('Create and open');
  expect(await screen.findByRole('heading', { name: 'The designer of encaps' })).toBeTruthy();
  expect(server.bodyOf(call(encaps.create))).toEqual({ name: 'Survey', language: 'hi' });
  expect(router.state.location.pathname).toBe(`/designer/encap/${idOf(86)}`);
  await router.navigate({ to: '/encaps' });
  await act('Loan', 'Make a copy');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/encaps/${idOf(86)}`));
  expect(server.bodyOf(call(encaps.create))).toEqual({ name: 'Loan', copyOf: id });
});

test('CAMP-027 an encap is retired after a question and taken back, paused, exported and deleted; refusals are told in their words', async () => {
  const [retire, pause] = [call(encaps.retire), call(journeys.pause).replace(':journeyId', id)];
  server.replies[retire] = () => good(makeEncapItem({ state: encapStates.retired }), 'The encap is retired.');
  server.replies[pause] = () => refused('journey.not_found', 'No such stream.');
  const router = open(`/encaps/${id}`);
  await act('Loan', 'Pause');
  await waitFor(() => expect(toastTexts()).toEqual(['No such stream.']));
  await act('Loan', 'Retire');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Retire' }));
  await waitFor(() => expect(server.bodyOf(retire)).toEqual({ isRetired: 'true', version: '4' }));
  server.replies[call(encaps.remove)] = () => refused('encap.in_use', 'Loan has 1 launch. Stop it first.', { launches: 1 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act('Loan', 'Delete');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Loan has 1 launch. Stop it first.')).toBeTruthy();
  server.replies[call(encaps.remove)] = () => good(null, 'The encap is in the bin.');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/encaps'));
});

test('actions follow the state of an encap', async () => {
  server.replies[call(encaps.list)] = () =>
    good({
      campaigns: [
        makeEncapItem({ id: idOf(87), name: 'Drawn', state: encapStates.draft, published: 0 }),
        makeEncapItem({ id: idOf(88), name: 'Halted', state: encapStates.paused }),
        makeEncapItem({ id: idOf(89), name: 'Over', state: encapStates.retired }),
      ],
      more: false,
    });
  open('/encaps');
  const rest = ['Make a copy', 'Export', 'Delete'];
  expect(await actionsOf('Drawn')).toEqual(['Retire', ...rest]);
  expect(await actionsOf('Halted')).toEqual(['Resume', 'Retire', ...rest]);
  expect(await actionsOf('Over')).toEqual(['Take back into use', ...rest]);
});

test('CAMP-026 the overview adds all launches up; each figure opens its launches, and each of these its links', async () => {
  const router = open(`/encaps/${id}`);
  expect(
    await screen.findByText(/^12 launched = 0 not sent \+ 5 unopened \+ 1 opened \+ 1 in progress \+ 0 handed over \+ 4 completed/),
  ).toBeTruthy();
  for (const text of ['Income', '1. Asked', '5 walks', '2. Told', '1 walk', 'Go on', 'Goes on', 'Opens: https://bank.example/rates'])
    expect(screen.getByText(text), text).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show Rates in the designer' }).getAttribute('href')).toBe(
    `/designer/encap/${id}?nodeId=node0001`,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Open Unopened: 5 links' }));
  await screen.findByRole('link', { name: 'Open Spring, Unopened: 3 links' });
  expect(cellsOf('Links by launch')).toEqual([
    ['Launch', 'State of the launch', 'Unopened'],
    ['Spring', 'Started', '3'],
    ['Partners', 'Started', '2'],
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Open Spring, Unopened: 3 links' }));
  await screen.findByText('Asha');
  expect(router.state.location.search).toMatchObject({ tab: 'links', launch: spring, state: 'MADE' });
  expect(server.queriesOf(call(encapLaunches.links)).at(-1)).toEqual({ state: 'MADE', search: '', from: '0', perPage: '25' });
});

test('more launches than one answer has are all added up', async () => {
  server.replies[call(encapLaunches.list)] = ({ query }) =>
    query.from === '0' ? good({ instances: [makeLaunch()], more: true }) : good({ instances: [many], more: false });
  open(`/encaps/${id}`);
  expect(await screen.findByText(/^12 launched =/)).toBeTruthy();
  expect(server.queriesOf(call(encapLaunches.list)).map(({ from }) => from)).toEqual(['0', '1']);
});

test('CAMP-036 milestones are added, named, moved and deleted by the revision of the draft', async () => {
  const [add, save, remove] = [
    call(encaps.addMilestone),
    call(encaps.saveMilestone, { milestoneId: 'mile0001' }),
    call(encaps.removeMilestone, { milestoneId: 'mile0001' }),
  ];
  const milestone = { id: 'mile0003', name: 'Paid', order: 3, reached: 0, revision: 10 };
  server.replies[add] = () => good(milestone, 'The milestone is added.');
  server.replies[save] = () => refused('journey.held', 'Ravi is editing it.', { holderName: 'Ravi' });
  server.replies[remove] = () => good({ revision: 11 }, 'The milestone is taken away.');
  open(`/encaps/${id}`);
  await press('Add a milestone');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Paid');
  await press('Save');
  await waitFor(() => expect(server.bodyOf(add)).toEqual({ name: 'Paid', order: '3', revision: '9' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act('the milestone Asked', 'Edit');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Place' }), '{Backspace}2');
  await press('Save');
  expect(await screen.findByText(/Ravi/)).toBeTruthy();
  expect(server.bodyOf(save)).toEqual({ name: 'Asked', order: '2', revision: '9' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act('the milestone Asked', 'Delete');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.queriesOf(remove)).toEqual([{ revision: '9' }]));
});

test('the newest version is tested at an address of its own', async () => {
  server.replies[call(encapLaunches.testLink)] = () => good({ url: page, expiresOn: '2026-03-06T10:30:00.000Z' });
  open(`/encaps/${id}`);
  await press('Test');
  const shown = await dialog();
  expect(shown.getByText(/works until 6 Mar 2026 04:00 PM, in the sandbox/)).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Look at the page' }).getAttribute('href')).toBe(page);
});

test('launches stand with their equations, whose parts open their links, and with an address and a code', async () => {
  const router = open(`/encaps/${id}?tab=launches`);
  await screen.findByText('Spring');
  const [, first, second] = cellsOf('Launches');
  expect(first?.slice(1, 6)).toEqual([
    'Started',
    'Open address',
    'v2',
    '30 days, as the encap says',
    '10 = 3 unopened + 1 opened + 1 in progress + 4 completed + 1 closed',
  ]);
  expect(second?.slice(1, 6)).toEqual(['Started', 'A link for each person', 'v1', '3 daysUntil 1 Apr 2026', '2 = 2 unopened']);
  expect(server.queriesOf(call(encapLaunches.list)).at(0)).toEqual({ from: '0', perPage: '25' });
  await act('Spring', 'Address and QR code');
  const shown = await dialog();
  expect(shown.getByText(page)).toBeTruthy();
  expect(shown.getByRole('img', { name: 'QR code of the page of Spring' })).toBeTruthy();
  await userEvent.click(shown.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('link', { name: 'Open Completed: 4 links' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'links', launch: spring, state: 'COMPLETED' }));
});

test('CAMP-032 a launch is made with its version, life and moment, and changed by its version', async () => {
  const [create, save] = [call(encapLaunches.create), call(encapLaunches.save)];
  server.replies[create] = () => good(makeLaunch());
  server.replies[save] = () => good(makeLaunch());
  launched(makeLaunch({ state: launchStates.created, figures: makeLaunchFigures({ launched: 0 }) }));
  open(`/encaps/${id}?tab=launches`);
  await press('New launch');
  await press('Create');
  expect(await screen.findByText('Give the launch a name.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Summer ');
  await userEvent.click(screen.getByRole('radio', { name: 'A link for each person' }));
  await choose('Version', 'Version 1');
  await userEvent.type(screen.getByRole('textbox', { name: 'Days that a link lives' }), '{Backspace}7');
  const moment = screen.getByRole('textbox', { name: 'Starts on' });
  await userEvent.type(moment, '2099-05-01 09:30');
  await userEvent.tab();
  await press('Create');
  await waitFor(() => expect(server.countOf(create)).toBe(1));
  const body = { name: 'Summer', mode: 'API', number: '1', expiryDays: '7', expiryDate: '', scheduledOn: '2099-05-01T04:00:00.000Z' };
  expect(server.bodyOf(create)).toEqual(body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act('Spring', 'Edit');
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Late spring');
  await press('Save');
  const kept = { mode: 'LINK', number: '2', expiryDays: '0', expiryDate: '', scheduledOn: '' };
  await waitFor(() => expect(server.bodyOf(save)).toEqual({ ...kept, name: 'Late spring', version: '3' }));
});

test('the way and the version of a launch stay once links lead through it', async () => {
  open(`/encaps/${id}?tab=launches`);
  await act('Spring', 'Edit');
  expect(((await screen.findByRole('radio', { name: 'A link for each person' })) as HTMLInputElement).disabled).toBe(true);
  expect((screen.getByRole('combobox', { name: 'Version' }) as HTMLInputElement).disabled).toBe(true);
});

test('CAMP-034 a launch is made and started by one call, which a second press does not repeat', async () => {
  const start = call(encapLaunches.launch);
  server.replies[start] = () => refused('journey.not_rehearsed', 'Version 2 has no rehearsal that passed.', { version: 2 });
  open(`/encaps/${id}?tab=launches`);
  await press('New launch');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Summer');
  await userEvent.click(screen.getByRole('switch', { name: /^Start it at once/ }));
  await press('Create and start');
  expect(await screen.findByText(/no rehearsal that passed/)).toBeTruthy();
  const first = server.bodyOf(start) as { requestKey: string };
  expect(first).toMatchObject({ campaignId: id, config: { name: 'Summer', mode: 'LINK', number: 0 } });
  server.replies[start] = () => good(makeLaunch());
  await press('Create and start');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((server.bodyOf(start) as { requestKey: string }).requestKey).toBe(first.requestKey);
});

test('CAMP-033 CAMP-034 each state of a launch offers its own moves; stopping asks for a reason', async () => {
  const [state, start] = [call(encapLaunches.setState), call(encapLaunches.launch)];
  server.replies[state] = () => good(makeLaunch(), 'The launch is changed.');
  server.replies[start] = () => good(makeLaunch(), 'The launch is started.');
  const { created, scheduled, paused, stopped } = launchStates;
  launched(
    makeLaunch({ name: 'New', state: created }),
    makeLaunch({ id: idOf(91), name: 'Later', state: created, scheduledOn: '2099-05-01T04:00:00.000Z' }),
    makeLaunch({ id: idOf(92), name: 'Waiting', state: scheduled, scheduledOn: '2099-05-01T04:00:00.000Z' }),
    makeLaunch({ id: idOf(93), name: 'Going', mode: 'API' }),
    makeLaunch({ id: idOf(94), name: 'Halted', state: paused }),
    makeLaunch({ id: idOf(95), name: 'Over', state: stopped, reason: 'The offer has changed.' }),
  );
  open(`/encaps/${id}?tab=launches`);
  const address = 'Address and QR code';
  expect(await actionsOf('New')).toEqual(['Start', address, 'Edit', 'Delete']);
  expect(await actionsOf('Later')).toEqual(['Schedule', address, 'Edit', 'Delete']);
  expect(await actionsOf('Waiting')).toEqual(['Start now', address, 'Edit', 'Stop']);
  expect(await actionsOf('Going')).toEqual(['Pause', 'Make links', 'Make links by program', 'Edit', 'Stop']);
  expect(await actionsOf('Halted')).toEqual(['Resume', address, 'Edit', 'Stop']);
  expect(await actionsOf('Over')).toEqual([address, 'Delete']);
  expect(screen.getByText('The offer has changed.')).toBeTruthy();
  await act('New', 'Start');
  await waitFor(() => expect(server.bodyOf(start)).toMatchObject({ campaignId: id, instanceId: spring }));
  const moved = (instanceId: string) => call(encapLaunches.setState, { instanceId });
  for (const launch of [92, 93, 94]) server.replies[moved(idOf(launch))] = () => good(makeLaunch(), 'The launch is changed.');
  await act('Waiting', 'Start now');
  await waitFor(() => expect(server.bodyOf(moved(idOf(92)))).toEqual({ state: '2', reason: '' }));
  await act('Going', 'Pause');
  await waitFor(() => expect(server.bodyOf(moved(idOf(93)))).toEqual({ state: '3', reason: '' }));
  await act('Halted', 'Resume');
  await waitFor(() => expect(server.bodyOf(moved(idOf(94)))).toEqual({ state: '2', reason: '' }));
  await act('Going', 'Stop');
  const asked = await dialog();
  expect((asked.getByRole('button', { name: 'Stop' }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.type(asked.getByRole('textbox', { name: 'Reason' }), 'Too early');
  await userEvent.click(asked.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.bodyOf(moved(idOf(93)))).toEqual({ state: '4', reason: 'Too early' }));
});

test('CAMP-032 a launch that has open links is not deleted, and says so', async () => {
  const remove = call(encapLaunches.remove);
  server.replies[remove] = () => refused('encap.links_open', '3 links are open. Stop the launch, and wait.', { open: 3 });
  launched(makeLaunch({ state: launchStates.stopped }));
  open(`/encaps/${id}?tab=launches`);
  await act('Spring', 'Delete');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('3 links are open. Stop the launch, and wait.')).toBeTruthy();
});

test('links of pasted people are made once for a text, and shown, copied and downloaded once', async () => {
  const make = call(encapLaunches.makeLinks, { instanceId: partners });
  server.replies[make] = () =>
    good({ links: [{ linkId: idOf(84), number: '+919876500001', url: page, expiresOn: '2026-04-05T10:30:00.000Z' }] });
  open(`/encaps/${id}?tab=launches`);
  await act('Partners', 'Make links');
  const people = await screen.findByRole('textbox', { name: 'People' });
  await userEvent.click(people);
  await userEvent.paste('9876500001, Asha\n+919876500002, Bina, Pune');
  expect(screen.getByRole('alert').textContent).toBe(
    'Line 1: “9876500001” is no number with its country, such as +919876500001.Line 2: a value has no column. Name the columns in the first line.',
  );
  await userEvent.clear(people);
  await userEvent.paste('Phone Number\tName\tcity\ttwo words\n+91 98765-00001\tAsha\tPune');
  expect(screen.getByRole('alert').textContent).toBe(
    'Line 1: “two words” cannot name a value. Use letters, digits and _ and begin with a letter.',
  );
  await userEvent.clear(people);
  await userEvent.paste('number,name,city\n+91 98765-00001,"Rao, Asha",Pune\n\n+919876500002,,');
  expect(screen.getByText('2 people, with city')).toBeTruthy();
  await press('Make 2 links');
  await waitFor(() => expect(server.countOf(make)).toBe(1));
  expect(server.bodyOf(make)).toMatchObject({
    people: [
      { number: '+919876500001', name: 'Rao, Asha', values: { city: 'Pune' } },
      { number: '+919876500002', name: '', values: {} },
    ],
  });
  expect(await screen.findByText('1 link is made.')).toBeTruthy();
  expect(cellsOf('Links that were made')).toEqual([
    ['Number', 'Address', 'Expires'],
    ['+919876500001', page, '5 Apr 2026 04:00 PM'],
  ]);
  for (const name of ['Copy all', 'Download CSV']) expect(screen.getByRole('button', { name }), name).toBeTruthy();
});

test('a program is told the call that makes links', async () => {
  open(`/encaps/${id}?tab=launches`);
  await act('Partners', 'Make links by program');
  const text = (await dialog()).getByText(/^curl/).textContent ?? '';
  expect(text).toContain(`/e/enterprise/campaigns/${id}/instances/${partners}/links`);
  expect(text).toContain('authorization: Bearer $PARLEY_KEY');
});

test('links of a launch are found by state and number; a walk opens in the monitor, and a link is closed after a question', async () => {
  const close = call(encapLaunches.closeLink, { linkId: idOf(84) });
  server.replies[close] = () => good(makeLink({ state: 'CLOSED' }), 'The link is closed.');
  const router = open(`/encaps/${id}?tab=links&launch=${spring}`);
  await screen.findByText('Asha');
  const [, first, second] = cellsOf('Links');
  const moment = '5 Mar 2026 04:00 PM';
  expect(first).toEqual([
    'Asha+919876500001',
    'In progress',
    '21 preview',
    moment,
    moment,
    moment,
    '–',
    '5 Apr 2026 04:00 PM',
    'WalkClose',
  ]);
  expect(second?.slice(0, 2)).toEqual(['Visitor', 'Closed']);
  expect(second?.at(-1)).toBe('');
  expect(screen.getByRole('link', { name: 'Walk of Asha' }).getAttribute('href')).toBe(`/journey/monitor/${idOf(64)}`);
  expect(screen.queryByRole('button', { name: /copy/i })).toBeNull();
  await userEvent.type(screen.getByLabelText('Number'), '98765{Enter}');
  await choose('State', 'In progress');
  await press('Next');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ launch: spring, search: '98765', state: 'BEGUN', from: 25 }));
  await waitFor(() =>
    expect(server.queriesOf(call(encapLaunches.links)).at(-1)).toEqual({ state: 'BEGUN', search: '98765', from: '25', perPage: '25' }),
  );
  await press('Close the link of Asha');
  expect(server.countOf(close)).toBe(0);
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The link is closed.']));
});

test('reports are of a launch and of days, with figures, milestones, data and their files', async () => {
  const followed: URL[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(new URL(this.href));
  });
  const router = open(`/encaps/${id}?tab=reports`);
  expect(await screen.findByText(/^10 launched = 0 not sent \+ 3 unopened/)).toBeTruthy();
  expect(screen.getByText('Of 2 launches')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Completed: 4 links' })).toBeTruthy();
  await screen.findByText('10 walks have begun.');
  expect(cellsOf('Milestones')).toEqual([
    ['Milestone', 'Walks', 'Of those begun'],
    ['Asked', '5', '50 %'],
    ['Old (removed)', '1', '10 %'],
  ]);
  await screen.findByText('20000');
  const [head, row] = cellsOf('Data');
  expect(head).toEqual(['Person', 'Launch', 'Made', 'State', 'Outcome', 'income']);
  expect(row).toEqual(['Asha+919876500001', 'Spring', '5 Mar 2026 04:00 PM', 'Completed', 'told', '20000']);
  await choose('Launch', 'Partners');
  await router.navigate({ to: '.', search: (old: object) => ({ ...old, fromDate: '2026-03-01', toDate: '2026-03-06' }) } as never);
  await userEvent.click(screen.getByRole('radio', { name: 'By hour' }));
  await press('Next');
  const range = { campaignId: id, instanceId: partners, fromDate: '2026-03-01', toDate: '2026-03-06' };
  await waitFor(() => expect(server.queriesOf(call(encapReports.dataCollection)).at(-1)).toEqual({ ...range, from: '25', perPage: '25' }));
  expect(server.queriesOf(call(encapReports.instanceCount)).at(-1)).toEqual(range);
  expect(server.queriesOf(call(encapReports.milestoneCount)).at(-1)).toEqual(range);
  await waitFor(() => expect(server.queriesOf(call(encapReports.milestoneGraph)).at(-1)).toEqual({ ...range, timeType: 'HOUR' }));
  // Links are not listed by days, so that a figure of some days opens nothing.
  expect(screen.queryByRole('link', { name: 'Open Completed: 4 links' })).toBeNull();
  await press('Download CSV');
  await press('Download XLSX');
  await waitFor(() => expect(followed.length).toBe(2));
  expect(new Map(followed.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]))).toEqual(
    new Map([
      [exportLink, { 'x-access-id': 'access' }],
      ['/e/enterprise/campaigns/reports/milestones', { ...range, 'x-access-id': 'access' }],
    ]),
  );
  expect(server.bodyOf(exportCall)).toMatchObject({ kind: 'encapData', filter: range });
});

test('CAMP-037 CAMP-038 the log shows turns and failures alone; what it keeps is said and set by its version', async () => {
  const save = call(encaps.saveLogger);
  server.replies[save] = () => good({ ...logger, version: 5 });
  server.replies[call(encaps.log)] = () =>
    good({ lines: [makeLogLine({ isTest: true }), makeLogLine({ turn: 3, error: 'Division by 0', values: [] })], more: true });
  const router = open(`/encaps/${id}?tab=log`);
  await screen.findByText('Division by 0');
  const [, first, second] = cellsOf('Execution log');
  expect(first).toEqual(['5 Mar 2026 04:00 PMTest', '2', 'Colour → Chosen', 'Red', 'color = Red', 'Done']);
  expect(second?.slice(4)).toEqual(['–', 'FailedDivision by 0']);
  expect(screen.getByText('The steps of all turns are kept for 30 days.')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Failed turns only' }));
  await press('Next');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ onlyErrors: true, from: 25 }));
  await waitFor(() => expect(server.queriesOf(call(encaps.log)).at(-1)).toEqual({ onlyErrors: 'true', from: '25', perPage: '25' }));
  await press('Log settings');
  const settings = await dialog();
  await userEvent.click(settings.getByRole('radio', { name: 'Steps and values' }));
  await userEvent.click(settings.getByRole('switch', { name: 'Keep tests too' }));
  await userEvent.click(settings.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(save)).toEqual({ level: 'values', days: '30', includesTests: 'true', version: '4' }));
});

test('CAMP-030 CAMP-031 properties are shown, checked and saved by their version; somebody who was quicker is named', async () => {
  const save = call(encaps.saveProperties);
  server.replies[call(encaps.properties)] = () => good({ ...properties, title: 'Your loan' });
  server.replies[save] = () =>
    refused('record.changed', 'Changed.', { changedBy: 'Ravi', changedAt: '2026-03-05T10:30:00.000Z', version: 5, current: {} });
  open(`/encaps/${id}?tab=settings`);
  const title = await screen.findByRole('textbox', { name: 'Title' });
  expect((title as HTMLInputElement).value).toBe('Your loan');
  await userEvent.type(title, ' today');
  const colour = screen.getByRole('textbox', { name: 'Colour' });
  await userEvent.type(colour, '#88cc88');
  expect(screen.getByRole('status').textContent).toMatch(/^Contrast with white text is 1\.\d+ : 1/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Address behind the end' }), 'http://bank.example');
  await press('Save');
  expect(await screen.findByText('Write an address that begins with https://.')).toBeTruthy();
  expect(server.countOf(save)).toBe(0);
  await userEvent.clear(colour);
  await userEvent.type(colour, '#005fcc');
  expect(screen.getByRole('status').textContent).toMatch(/^Contrast with white text: [56]\.\d+ : 1/);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Address behind the end' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Websites that may show the page in a frame' }), 'Shop.example/cart{Enter}');
  await userEvent.click(screen.getByRole('radio', { name: 'Ask for the number' }));
  await press('Save');
  expect((await screen.findAllByText(/Changed by Ravi/)).length).toBeGreaterThan(0);
  const body = {
    ...EncapProperties.parse({}),
    title: 'Your loan today',
    colour: '#005fcc',
    login: 'number',
    domains: ['https://shop.example'],
    version: 4,
  };
  expect(server.bodyOf(save)).toEqual(body);
});

test('forms 7 and 8: a page asks for a code and reminds people by templates of one channel that take nothing else', async () => {
  const save = call(encaps.saveProperties);
  const templates = call(endpoints.templates.list);
  server.replies[call(encaps.properties)] = () => good(properties);
  const listedChannels = [
    makeChannel({ id: idOf(91), name: 'Messages', type: channelTypes.SMS }),
    makeChannel({ id: idOf(92), name: 'Help', type: channelTypes.EMAIL }),
  ];
  server.replies[call(channels.list)] = () => ({ ...good(null), response: { channelConfig: listedChannels, more: false } });
  const withBody = (change: { id: string; name: string }, text: string) =>
    makeTemplate({ ...change, status: 'APPROVED', category: 'UTILITY', components: [{ type: 'BODY', text, samples: {} }] });
  const listed = [
    withBody({ id: idOf(93), name: 'one_value' }, 'It is {{1}}'),
    withBody({ id: idOf(94), name: 'two_values' }, '{{1}} and {{2}}'),
    withBody({ id: idOf(95), name: 'no_value' }, 'Hello'),
  ];
  server.replies[templates] = () => good({ templates: listed, more: false, syncedAt: null });
  server.replies[call(endpoints.templates.get)] = () => good(listed[0]);
  server.replies[save] = () => good({ ...properties, version: 5 });
  open(`/encaps/${id}?tab=settings`);
  await userEvent.click(await screen.findByRole('radio', { name: 'Ask for a code' }));
  await press('Save');
  expect(await screen.findByText('Choose the channel by which it goes.')).toBeTruthy();
  const choose = async (field: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: field }));
    const shown = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    await userEvent.click(screen.getByRole('option', { name: option }));
    return shown;
  };
  expect(await choose('Channel of codes, addresses and reminders', 'Messages')).toEqual(['Messages']);
  await waitFor(() => expect(server.queriesOf(templates).at(-1)).toMatchObject({ channelId: idOf(91), status: 'APPROVED' }));
  expect(await choose('Template of a code', 'one_value (en)')).toEqual(['one_value (en)']);
  await userEvent.type(screen.getByRole('combobox', { name: 'Reminders, in hours' }), '24{Enter}2{Enter}');
  await choose('Template of reminders', 'one_value (en)');
  await press('Save');
  expect(await screen.findByText('Write 1 to 336 hours, each more than the one before.')).toBeTruthy();
  await userEvent.type(screen.getByRole('combobox', { name: 'Reminders, in hours' }), '{Backspace}');
  await press('Save');
  const { version, ...plain } = properties;
  await waitFor(() =>
    expect(server.bodyOf(save)).toEqual({
      ...plain,
      ...{ login: 'code', reachChannelId: idOf(91), codeTemplateId: idOf(93), remindTemplateId: idOf(93), remindHours: [24], version },
    }),
  );
});

test('a reader sees the settings and changes none; who may not see reports or the log has no such part', async () => {
  open(`/encaps/${id}?tab=settings`, as('JOURNEYS.VIEW'));
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Overview', 'Launches', 'Links', 'Settings']);
  expect((await screen.findByRole('group')).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
