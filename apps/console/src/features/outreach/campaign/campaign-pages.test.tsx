import { type Campaign, type CampaignPlan, emptyPlan, fieldError, noConditions, noFallbackFigures, variableGroups } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { loadAppConfig } from '../../../lib/app-config.ts';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import {
  at,
  breakdown,
  channel,
  chetan,
  comparedPlan,
  estimate,
  makeActivity,
  makeActivityItem,
  makeCampaign,
  makeCampaignItem,
  makeCheck,
  makePressure,
  makeProgress,
  shortTemplate,
  template,
  wholePlan,
} from '../shared/campaign.fixtures.ts';
import { CampaignListSearch } from '../shared/campaign.search.ts';
import { PlanSearch } from '../shared/plan/plan.search.ts';
import { CampaignEditPage } from './campaign-edit-page.tsx';
import { CampaignListPage } from './campaign-list-page.tsx';
import { CampaignNewPage } from './campaign-new-page.tsx';
import { CampaignPage } from './campaign-page.tsx';

const api = '/chatbird/api/campaign';
const one = `${api}/get/${idOf(61)}`;
let stored: Campaign;
/** Fakes the server's save: a new version with the sent values. */
const keep = (body: unknown) => {
  stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 };
  return good(stored);
};
const set = (id: number, name: string) => ({ id: idOf(id), name, count: 3, version: 1 });

const server = stubServer(() => {
  stored = makeCampaign();
  setEnterpriseZone('UTC');
  return {
    [`GET ${api}/list`]: () => good({ campaigns: [makeCampaignItem()], more: true, makers: [chetan] }),
    [`GET ${one}`]: () => good(stored),
    [`PUT ${api}/update/${idOf(61)}`]: ({ body }) => keep(body),
    [`POST ${api}/validate`]: () => good(makeCheck()),
    [`POST ${api}/pressure`]: () => good(makePressure()),
    [`POST ${api}/audience`]: () => good(breakdown),
    [`POST ${api}/audience/people`]: () =>
      good({
        people: [
          { number: '+919820012345', columns: { name: 'Asha' } },
          { number: '+919820012346', columns: { name: '' } },
        ],
      }),
    [`GET ${api}/stats/${idOf(61)}`]: () =>
      good({
        total: {
          counts: stored.counts,
          optedOut: 0,
          replied: 0,
          pressed: 0,
          clicked: 0,
          actual: 0,
          unknownCost: 0,
          currency: 'INR',
          estimated: 0,
          fallback: noFallbackFigures,
        },
        activities: [],
      }),
    'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [channel], more: false } }),
    'GET /chatbird/api/templates/list': () => good({ templates: [template], more: false, syncedAt: null }),
    'GET /chatbird/api/templates/get': () => good(template),
    'GET /chatbird/api/templates/variables': () => good({ variables: variableGroups(template.components) }),
    'GET /chatbird/api/customer_master/groups': () => good({ groups: [set(51, 'Pune')] }),
    'GET /chatbird/api/customer_master/tags': () => good({ tags: [set(52, 'VIP')] }),
    'GET /chatbird/api/customer_master/filters': () => good({ filters: [] }),
    'GET /chatbird/api/customer_master/inputFieldDefinition': () => good({ inputFieldDefinitions: [] }),
    'GET /chatbird/api/broadcast/columns': () => good({ columns: [{ name: 'name', label: 'Name' }] }),
    'GET /e/enterprise/calendars/choices': () => good({ calendars: [{ id: idOf(70), name: 'Office', timeZone: 'UTC', isDefault: false }] }),
    'GET /chatbird/api/activity/list': () => good({ activities: [makeActivityItem()], more: false, makers: [], checkers: [] }),
  };
});
const maker = {
  ...sampleMe,
  permissions: ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE', 'CUSTOMER.VIEW'],
} as never;
const open = (address: string, me = maker) =>
  openScreens(
    `/campaigns${address}`,
    (root) => [
      screenAt(root, '/campaigns/campaigns-list', CampaignListPage, { validateSearch: CampaignListSearch }),
      screenAt(root, '/campaigns/campaigns-list/create', CampaignNewPage),
      screenAt(root, '/campaigns/campaigns-list/$campaignId', CampaignPage),
      screenAt(root, '/campaigns/campaigns-list/$campaignId/edit', CampaignEditPage, { validateSearch: PlanSearch }),
      screenAt(root, '/campaigns/activity/$activityId', () => <h1>An iteration</h1>),
      screenAt(root, '/campaigns/activity/$activityId/edit', () => <h1>Steps of an iteration</h1>, { validateSearch: PlanSearch }),
    ],
    me,
  );
const edit = (step: string) => open(`/campaigns-list/${idOf(61)}/edit?step=${step}`);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (label: string | RegExp, option: string | RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const savedPlan = () => (server.bodyOf(`PUT ${api}/update/${idOf(61)}`) as { plan: CampaignPlan } | undefined)?.plan;
const asks = (call: string) => server.queriesOf(`GET ${api}/${call}`);

test('CAMP-075 CAMP-009 CAMP-078 the list has its columns, and its filters stand in the address and go to the server', async () => {
  const router = open('/campaigns-list');
  const table = within(await screen.findByRole('table', { name: 'Campaigns' }));
  expect((await table.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
    'Name',
    'State',
    'Channel and template',
    'Iterations',
    'Last run',
    'Delivered',
    'Read',
    'Updated',
    'Access',
    'Actions',
  ]);
  const row = within((await table.findByRole('link', { name: 'Spring sale' })).closest('tr') as HTMLElement);
  for (const text of ['Shop', 'APPROVED', '90 %', '40 %', 'Department', 'Completed']) expect(row.getByText(text), text).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'spr{Enter}');
  await choose('State', 'Paused');
  await choose('Channel', 'Shop');
  await choose('Maker', 'Chetan');
  await waitFor(() =>
    expect(asks('list').at(-1)).toEqual({
      from: '0',
      perPage: '25',
      state: '3',
      name: 'spr',
      fromDate: '',
      toDate: '',
      channelId: idOf(20),
      makerId: idOf(3),
    }),
  );
  expect(router.state.location.search).toMatchObject({ state: '3', name: 'spr', channel: idOf(20), maker: idOf(3) });
  await press('Next');
  await waitFor(() => expect(asks('list').at(-1)).toMatchObject({ from: '25' }));
});

test('CAMP-009 days narrow the list from their start to their end, in the zone of the user', async () => {
  setEnterpriseZone('Asia/Kolkata');
  open('/campaigns-list?start=2024-01-01&end=2024-01-02');
  await screen.findByRole('link', { name: 'Spring sale' });
  expect(asks('list')[0]).toMatchObject({ fromDate: '2023-12-31T18:30:00.000Z', toDate: '2024-01-02T18:29:59.999Z' });
});

test('an empty list says what a campaign is, and offers a new one to its makers alone', async () => {
  server.replies[`GET ${api}/list`] = () => good({ campaigns: [], more: false, makers: [] });
  open('/campaigns-list');
  expect(await screen.findByText(/^A campaign sends one approved template/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'New campaign' })[0]?.getAttribute('href')).toBe('/campaigns/campaigns-list/create');
});

test('a user who may only look finds no New, no Import and no actions', async () => {
  server.replies[`GET ${api}/list`] = () => good({ campaigns: [makeCampaignItem({ may: [] })], more: false, makers: [] });
  open('/campaigns-list', { ...sampleMe, permissions: ['CAMPAIGNS.VIEW'] } as never);
  await screen.findByRole('link', { name: 'Spring sale' });
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions of Spring sale' })).toBeNull();
  // Such a reader may not list channels either: none is asked for.
  expect(server.countOf('GET /e/enterprise/channels')).toBe(0);
});

test('a list that fails says why and tries again', async () => {
  server.replies[`GET ${api}/list`] = () => refused('server.unexpected', 'Down for a moment.', { requestId: 'r1' });
  open('/campaigns-list');
  expect((await screen.findByRole('alert')).textContent).toContain('Down for a moment.');
  server.replies[`GET ${api}/list`] = () => good({ campaigns: [makeCampaignItem()], more: false, makers: [] });
  await press('Try again');
  expect(await screen.findByRole('link', { name: 'Spring sale' })).toBeTruthy();
});

test('CAMP-074 the access of a campaign is changed with the version that was read', async () => {
  server.replies[`PUT ${api}/accessType/${idOf(61)}`] = ({ body }) => keep(body);
  open('/campaigns-list');
  await press('Actions of Spring sale');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change access' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Who sees Spring sale' }));
  expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['Private', 'Department', 'Everyone']);
  await userEvent.click(dialog.getByRole('radio', { name: /Everyone/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${api}/accessType/${idOf(61)}`)).toEqual({ accessType: 'Everyone', version: '4' }));
});

test('delete asks first, and a campaign in use says who uses it', async () => {
  server.replies[`DELETE ${api}/delete/${idOf(61)}`] = () =>
    refused('campaign.in_use', 'Something still depends on it: Spring sale #2', { uses: ['Spring sale #2'] });
  open('/campaigns-list');
  await press('Actions of Spring sale');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('Spring sale');
  expect(server.countOf(`DELETE ${api}/delete/${idOf(61)}`)).toBe(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toContain('Something still depends on it: Spring sale #2'));
});

test('a copy opens in its steps, and a new iteration in its own', async () => {
  server.replies[`POST ${api}/clone/${idOf(61)}`] = () => good(makeCampaign({ id: idOf(62), name: 'Spring sale (2)' }));
  server.replies['POST /chatbird/api/activity/create'] = () => good(makeActivity());
  const router = open('/campaigns-list');
  await press('Actions of Spring sale');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Clone' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/campaigns-list/${idOf(62)}/edit`));
  await router.navigate({ to: '/campaigns/campaigns-list' } as never);
  await press('Actions of Spring sale');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'New iteration' }));
  expect(await screen.findByRole('heading', { name: 'Steps of an iteration' })).toBeTruthy();
  expect(server.bodyOf('POST /chatbird/api/activity/create')).toMatchObject({ campaignId: idOf(61), name: '' });
});

test('a campaign leaves as a file and comes back out of one, with what this enterprise does not have', async () => {
  const file = {
    kind: 'parley.campaign',
    version: 1,
    exportedOn: at,
    campaign: { name: 'Spring sale', description: '', accessType: 'Private', plan: wholePlan },
  };
  server.replies[`GET ${api}/export/${idOf(61)}`] = () => good(file);
  server.replies[`POST ${api}/import`] = () => good({ campaign: makeCampaign({ id: idOf(63), name: 'Spring sale (2)' }), lost: ['Pune'] });
  const made: Blob[] = [];
  URL.createObjectURL = (blob) => {
    made.push(blob as Blob);
    return 'blob:campaign';
  };
  URL.revokeObjectURL = () => {};
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const router = open('/campaigns-list');
  await press('Actions of Spring sale');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(JSON.parse((await made[0]?.text()) ?? '')).toEqual(file);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, new File(['{"kind":"other"}'], 'other.json', { type: 'application/json' }));
  await waitFor(() => expect(toastTexts()).toContain('This file is no campaign. Choose one that Export has made.'));
  expect(server.countOf(`POST ${api}/import`)).toBe(0);
  await userEvent.upload(input as HTMLInputElement, new File([JSON.stringify(file)], 'sale.json', { type: 'application/json' }));
  const lost = await screen.findByRole('dialog', { name: 'Some of it is not here' });
  expect(lost.textContent).toContain('Pune');
  await userEvent.click(within(lost).getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/campaigns-list/${idOf(63)}/edit`));
  expect(server.bodyOf(`POST ${api}/import`)).toMatchObject({ file });
});

test('CAMP-075 New asks for a name, makes the campaign once, and goes on to its message', async () => {
  server.replies[`POST ${api}/create`] = ({ body }) => {
    stored = makeCampaign({ name: (body as Campaign).name, plan: emptyPlan() });
    return good(stored);
  };
  const router = open('/campaigns-list/create');
  await press('Create and go on');
  expect(await screen.findByText('This field is mandatory.')).toBeTruthy();
  expect(server.countOf(`POST ${api}/create`)).toBe(0);
  await userEvent.type(screen.getByRole('textbox', { name: /Name of the campaign/ }), 'Diwali');
  await userEvent.click(screen.getByRole('radio', { name: /Everyone/ }));
  await press('Create and go on');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/campaigns-list/${idOf(61)}/edit`));
  expect(router.state.location.search).toMatchObject({ step: 'message' });
  expect(server.bodyOf(`POST ${api}/create`)).toMatchObject({ name: 'Diwali', description: '', accessType: 'Everyone' });
});

test('the steps save by themselves, and neither Back nor Next loses what was typed', async () => {
  edit('basics');
  const name = await screen.findByRole('textbox', { name: /Name of the campaign/ });
  fireEvent.change(name, { target: { value: 'Summer sale' } });
  expect(await screen.findByText(/^Saved \d\d:\d\d [AP]M$/)).toBeTruthy();
  expect(server.bodyOf(`PUT ${api}/update/${idOf(61)}`)).toMatchObject({ name: 'Summer sale', version: 4 });
  fireEvent.change(name, { target: { value: 'Winter sale' } });
  await press('Next');
  const heading = await screen.findByRole('heading', { name: 'Step 2 of 6: Message' });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  await press('Back');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Name of the campaign/ })).value).toBe('Winter sale');
  await waitFor(() => expect(server.bodyOf(`PUT ${api}/update/${idOf(61)}`)).toMatchObject({ name: 'Winter sale', version: 5 }));
  const steps = within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('button');
  expect(steps.map(({ textContent }) => textContent?.replace(/^\d/, '').trim())).toEqual([
    'Basics',
    'Message',
    'Audience',
    'Mapping',
    'Schedule and limits',
    'Review',
  ]);
  expect(steps[0]?.getAttribute('aria-current')).toBe('step');
});

test('a name that is missing is not saved, and the step says so', async () => {
  edit('basics');
  fireEvent.change(await screen.findByRole('textbox', { name: /Name of the campaign/ }), { target: { value: ' ' } });
  expect(await screen.findByText('This field is mandatory.')).toBeTruthy();
  await press('Next');
  expect(await screen.findByText('Not saved yet: please put right what is marked.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Basics \(something is wrong here\)/ })).toBeTruthy();
  expect(server.countOf(`PUT ${api}/update/${idOf(61)}`)).toBe(0);
});

test('somebody else was quicker: what they saved is compared, and nothing is overwritten unasked', async () => {
  edit('basics');
  fireEvent.change(await screen.findByRole('textbox', { name: /Name of the campaign/ }), { target: { value: 'Mine' } });
  server.replies[`PUT ${api}/update/${idOf(61)}`] = ({ body }) => {
    if ((body as { version: number }).version === 9) return keep(body);
    stored = makeCampaign({ name: 'Theirs', version: 9 });
    return refused('record.changed', 'Changed by Chetan', { changedBy: 'Chetan', changedAt: at, version: 9, current: {} });
  };
  await press('Next');
  const dialog = await screen.findByRole('dialog', { name: /^Changed by Chetan at/ });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Compare' }));
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Name: Yours' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save what I chose' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${api}/update/${idOf(61)}`)).toMatchObject({ name: 'Mine', version: 9 }));
});

test('a save that fails is said with its reason, and done again', async () => {
  edit('basics');
  const good_ = server.replies[`PUT ${api}/update/${idOf(61)}`];
  server.replies[`PUT ${api}/update/${idOf(61)}`] = () => refused('campaign.name_taken', 'A campaign with this name exists already.');
  fireEvent.change(await screen.findByRole('textbox', { name: /Name of the campaign/ }), { target: { value: 'Taken' } });
  await press('Next');
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved: A campaign with this name exists already.');
  if (good_) server.replies[`PUT ${api}/update/${idOf(61)}`] = good_;
  await press('Save again');
  expect(await screen.findByText(/^Saved /)).toBeTruthy();
});

test('the message: a channel, an approved template, and the phone that shows it', async () => {
  stored = makeCampaign({ plan: emptyPlan(), channelId: '', channelName: '', templateId: '' });
  edit('message');
  await choose(/Choose Channel/, 'Shop (WHATSAPP)');
  await choose(/Choose Template/, /order_ready/);
  expect(await screen.findByText(/your order is ready/)).toBeTruthy();
  await press('Next');
  await waitFor(() =>
    expect(savedPlan()).toMatchObject({ channelId: idOf(20), message: { template: { templateId: 'order_ready', templateUId: idOf(31) } } }),
  );
});

test('screens 3.2 contents are added, filled in, named, copied and removed, and each is saved', async () => {
  server.replies['GET /chatbird/api/templates/get'] = ({ query }) => good(query.templateId === idOf(32) ? shortTemplate : template);
  server.replies['GET /chatbird/api/templates/list'] = () => good({ templates: [template, shortTemplate], more: false, syncedAt: null });
  stored = makeCampaign({ plan: wholePlan });
  edit('message');
  await press('Add a content to compare');
  expect((await screen.findByRole('tab', { name: 'B' })).getAttribute('aria-selected')).toBe('true');
  await userEvent.type(screen.getByRole('textbox', { name: /^Name of this content/ }), 'Short');
  await choose(/Template/, /order_short/);
  expect(await screen.findByText(/^Ready, /)).toBeTruthy();
  await waitFor(() =>
    expect(savedPlan()).toMatchObject({
      message: { template: { templateUId: idOf(31) } },
      contents: [{ name: 'Short', message: { template: { templateUId: idOf(32) } }, columnMapping: [] }],
      choice: { measure: 'read', rule: 'clear' },
      firstWave: { percent: 10 },
    }),
  );
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['A · order_ready', 'B · Short']);
  await press('Copy from A');
  expect(await screen.findByText(/^Hi /)).toBeTruthy();
  await press('Remove B');
  expect(screen.queryByRole('tab')).toBeNull();
});

test('screens 3.2 each content has a mapping of its own, and who chooses stands beside the first wave', async () => {
  server.replies['GET /chatbird/api/templates/get'] = ({ query }) => good(query.templateId === idOf(32) ? shortTemplate : template);
  stored = makeCampaign({ plan: comparedPlan });
  edit('mapping');
  await userEvent.click(await screen.findByRole('tab', { name: 'B · Short' }));
  expect(await screen.findByText(/^Ready, you!/)).toBeTruthy();
  const field = await screen.findByDisplayValue('you');
  await userEvent.clear(field);
  await userEvent.type(field, 'friend');
  await press(/Schedule and limits/);
  await userEvent.click(await screen.findByRole('radio', { name: /^The program, always/ }));
  await choose('What decides', 'Opened a link');
  await waitFor(() => {
    const plan = savedPlan();
    expect(plan?.columnMapping).toEqual(comparedPlan.columnMapping);
    expect(plan?.contents[0]?.columnMapping[0]?.variables[0]).toMatchObject({ variable: 'body.1', value: 'friend' });
    expect(plan?.choice).toEqual({ measure: 'clicked', rule: 'best' });
  });
});

test('CAMP-019 the message: another channel for whom it does not reach, with its template and its values', async () => {
  const texts = makeChannel({ id: idOf(21), name: 'Texts', type: 4 });
  server.replies['GET /e/enterprise/channels'] = () => ({ ...good(null), response: { channelConfig: [channel, texts], more: false } });
  edit('message');
  expect(await screen.findByRole('region', { name: 'If it does not reach' })).toBeTruthy();
  const other = within(screen.getByRole('region', { name: 'If it does not reach' }));
  await userEvent.click(other.getByRole('switch', { name: 'Try another channel' }));
  await userEvent.click(other.getByRole('radio', { name: 'Whose message has failed or was not delivered in time' }));
  const hours = other.getByRole('textbox', { name: 'Not delivered after, hours' });
  expect((hours as HTMLInputElement).value).toBe('24');
  await userEvent.clear(hours);
  await userEvent.type(hours, '48');
  await userEvent.click(other.getByRole('combobox', { name: /Choose Channel/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Texts (WHATSAPP)' }));
  await userEvent.click(other.getByRole('combobox', { name: /Choose Template/ }));
  await userEvent.click(await screen.findByRole('option', { name: /order_ready/ }));
  expect(await other.findByText('Values of the other message')).toBeTruthy();
  await press('Next');
  await waitFor(() =>
    expect(savedPlan()).toMatchObject({
      channelId: idOf(20),
      fallback: {
        channelId: idOf(21),
        message: { template: { templateId: 'order_ready', templateUId: idOf(31) } },
        on: 'not_delivered',
        afterHours: 48,
      },
    }),
  );
});

test('people who come with the start are chosen by nobody else', async () => {
  edit('audience');
  await userEvent.click(await screen.findByRole('switch', { name: /^The people come with the start/ }));
  expect(screen.queryByRole('combobox', { name: /^Groups$/ })).toBeNull();
  const most = screen.getByRole('textbox', { name: 'At most so many people' });
  await userEvent.clear(most);
  await userEvent.type(most, '500');
  await userEvent.type(screen.getByRole('combobox', { name: 'Values that come with them' }), 'Town{Enter}');
  await press('Next');
  await waitFor(() => expect(savedPlan()?.audience).toMatchObject({ groupIds: [], fileId: '', given: { most: 500, columns: ['Town'] } }));
});

test('the audience is counted at once as figures that add up, by country, with its first people', async () => {
  edit('audience');
  expect(
    await screen.findByText(
      'Total 120 = Excluded 4 + Invalid 3 + Duplicates 2 + Blocked 1 + Opted out 6 + Value missing 3 + Capped 1 + Reachable 100',
    ),
  ).toBeTruthy();
  expect(screen.getByText('India: 90')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'First people' })).getByText('+919820012345')).toBeTruthy();
  expect(server.bodyOf(`POST ${api}/audience`)).toMatchObject({
    channelId: idOf(20),
    isMarketing: true,
    audience: { groupIds: [idOf(51)] },
  });
  const before = server.countOf(`POST ${api}/audience`);
  await choose(/^Labels$/, 'VIP');
  await choose(/^Labels left out$/, 'VIP');
  await choose(/^Reached by iterations$/, 'Spring sale #2');
  await waitFor(() =>
    expect(server.bodyOf(`POST ${api}/audience`)).toMatchObject({
      audience: { labelIds: [idOf(52)], exclude: { labelIds: [idOf(52)], activityIds: [idOf(71)] } },
    }),
  );
  // Quick choices are counted once they settle.
  expect(server.countOf(`POST ${api}/audience`) - before).toBeLessThanOrEqual(3);
});

test('people of an earlier iteration are chosen by what became of them there', async () => {
  edit('audience');
  await press('Add people of an iteration');
  await choose('Iteration 1', 'Spring sale #2');
  await choose('Result 1', 'Delivered, not read');
  await press('Next');
  await waitFor(() => expect(savedPlan()?.audience.results).toEqual([{ activityId: idOf(71), result: 'not_read' }]));
});

test('conditions are built in a dialog and said in words', async () => {
  edit('audience');
  await press('Add conditions');
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions' }));
  await userEvent.type(dialog.getByRole('textbox'), 'ada');
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect((await screen.findByRole('list', { name: 'Conditions' })).textContent).toBe('Name contains ada');
  await press('Next');
  await waitFor(() =>
    expect(savedPlan()?.audience.conditions.clauses).toEqual([
      { match: 'all', conditions: [{ field: 'name', operator: 'contains', values: ['ada'] }] },
    ]),
  );
});

const uploads = stubUploads();
test('a file of numbers is sent, read to its end, and its bad rows are a file', async () => {
  const file = (state: string, rows: number, invalid: number) => ({
    id: idOf(81),
    name: 'people.csv',
    state,
    rows,
    invalid,
    columns: ['Mobile', 'City'],
    error: '',
  });
  stored = makeCampaign({ plan: { ...wholePlan, audience: { ...wholePlan.audience, groupIds: [], conditions: noConditions } } });
  uploads.answer = () => good(file('READING', 0, 0));
  let isRead = false;
  server.replies[`GET ${api}/audience/file/${idOf(81)}`] = () => {
    const answer = isRead ? file('READY', 40, 2) : file('READING', 40, 0);
    isRead = true;
    return good(answer);
  };
  server.replies[`GET ${api}/audience/file/${idOf(81)}/bad`] = () => good({});
  edit('audience');
  expect(await screen.findByText('Choose for whom it is, and it is counted here at once.')).toBeTruthy();
  const input = () => document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await waitFor(() => expect(input().disabled).toBe(false));
  fireEvent.change(input(), { target: { files: [new File(['x'], 'people.pdf')] } });
  expect(await screen.findByText('Choose a CSV file, a workbook (.xlsx) or a zip with one CSV.')).toBeTruthy();
  fireEvent.change(input(), { target: { files: [new File(['Mobile\n1'], 'people.csv', { type: 'text/csv' })] } });
  expect(await screen.findByText('40 rows, 2 of them cannot be sent to')).toBeTruthy();
  expect(uploads.sent[0]).toEqual({ path: `${api}/audience/file?channelType=4&country=`, fields: { file: ['people.csv'] } });
  expect(screen.getByRole('button', { name: 'Download 2 bad rows' })).toBeTruthy();
  await press('Next');
  await waitFor(() => expect(savedPlan()?.audience.fileId).toBe(idOf(81)));
});

test('the mapping is shown as the first people read it while it is typed, and anybody by number', async () => {
  server.replies['POST /chatbird/api/broadcast/validate'] = () =>
    good({
      count: 1,
      breakdown,
      cost: 0,
      currency: 'INR',
      numbers: [],
      duplicates: [],
      invalid: [],
      lacking: { count: 0, looked: 0, tooLong: 0, variables: [] },
      needsConfirmation: false,
      opensOn: '',
      limit: 0,
      previews: [{ number: '+971501234567', name: 'Zoya', values: { 'messageTags/body.1': 'Zoya' }, missing: [] }],
    });
  edit('mapping');
  const phone = () => within(screen.getByRole('region', { name: 'Template preview' }));
  await waitFor(() => expect(phone().getByText(/^Hi Asha,/)).toBeTruthy());
  expect(server.bodyOf(`POST ${api}/audience/people`)).toMatchObject({ columns: ['name'] });
  const preview = within(screen.getByRole('group', { name: 'Preview' }));
  expect(preview.getByText('1 of 2')).toBeTruthy();
  // The second one has no name: the fallback stands in.
  await userEvent.click(preview.getByRole('button', { name: 'Next' }));
  expect(phone().getByText(/^Hi friend,/)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Show it for a number' }), '+971501234567');
  await press('Show');
  await waitFor(() => expect(phone().getByText(/^Hi Zoya,/)).toBeTruthy());
  await choose('Source of Body {{1}}', 'Static');
  fireEvent.change(screen.getByRole('textbox', { name: 'Value of Body {{1}}' }), { target: { value: 'dear' } });
  await waitFor(() => expect(phone().getByText(/^Hi dear,/)).toBeTruthy());
  await press('Review');
  await waitFor(() =>
    expect(savedPlan()?.columnMapping).toMatchObject([{ variables: [{ variable: 'body.1', type: 'static', value: 'dear' }] }]),
  );
});

test('a plan keeps its times by its zone, its speed, its open and quiet hours and its first wave', async () => {
  edit('schedule');
  await userEvent.click(await screen.findByRole('radio', { name: /At a time/ }));
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: '2031-06-01T09:30' } });
  fireEvent.change(screen.getByLabelText('End'), { target: { value: '2031-06-02T09:30' } });
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await userEvent.clear(zone);
  await userEvent.type(zone, 'Berlin');
  await userEvent.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Messages a minute' }), '600');
  await choose('Only in the open hours of', 'Office');
  await userEvent.click(screen.getByRole('switch', { name: /^Quiet hours of its own/ }));
  await userEvent.click(screen.getByRole('switch', { name: 'Send a first part' }));
  const failed = screen.getByRole('textbox', { name: 'failed' });
  expect((failed as HTMLInputElement).value).toBe('20 %');
  await userEvent.clear(failed);
  await userEvent.type(failed, '5');
  await press('Next');
  await waitFor(() =>
    expect(savedPlan()).toMatchObject({
      schedule: { startsAt: '2031-06-01T09:30', endsAt: '2031-06-02T09:30', timeZone: 'Europe/Berlin' },
      perMinute: 600,
      quietHours: { from: '21:00', to: '09:00' },
      calendarId: idOf(70),
      firstWave: { percent: 10, waitMinutes: 15, failedPercent: 5, optedOutPercent: 5, blockedPercent: 2 },
    }),
  );
});

test('CAMP-017 a plan says how long responses count, and whether links are counted', async () => {
  edit('schedule');
  await userEvent.click(await screen.findByRole('switch', { name: /^Count who opens links/ }));
  const hours = screen.getByRole('textbox', { name: 'Responses count for, in hours' });
  expect((hours as HTMLInputElement).value).toBe('72');
  await userEvent.clear(hours);
  await userEvent.type(hours, '24');
  await press('Next');
  await waitFor(() => expect(savedPlan()).toMatchObject({ tracking: { links: true, replyHours: 24 } }));
});

const flag = async (isOn: boolean) => {
  const stubbed = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ environment: { campaignEstimateCost: isOn } }));
  await loadAppConfig();
  vi.stubGlobal('fetch', stubbed);
};

test('CAMP-071 the review shows checks, people and overlaps, and the cost where the installation estimates it', async () => {
  await flag(true);
  server.replies[`POST ${api}/validate`] = () =>
    good(
      makeCheck({
        lacking: { count: 3, looked: 100, tooLong: 0, variables: [{ content: 'A', key: 'messageTags/body.1', count: 3 }] },
        overlaps: [{ activityId: idOf(72), campaignName: 'Other', number: 1, scheduledOn: at }],
        starts: { at, isDoubled: true },
      }),
    );
  edit('review');
  const checks = within(await screen.findByRole('list', { name: 'Checks' }));
  expect(checks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    ['Channel', 'Template', 'Media', 'Mapping', 'Other channel', 'Audience', 'Schedule', 'Balance'].map((name) => `${name}: fine`),
  );
  expect(screen.getByText('3 people lack a value and would be left out')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Other #1' }).getAttribute('href')).toBe(`/campaigns/activity/${idOf(72)}`);
  expect(screen.getByText(/^The clocks show this time twice/)).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Cost by country' })).getByText('Rs.80.00')).toBeTruthy();
  expect(server.bodyOf(`POST ${api}/validate`)).toMatchObject({ campaignId: idOf(61), activityId: '', plan: wholePlan });
  // The comparison covers typed values, saved or not.
  expect(await screen.findByText('None of 100 people would get more than 1 message on Thursday, May 1.')).toBeTruthy();
  expect(server.bodyOf(`POST ${api}/pressure`)).toMatchObject({ campaignId: idOf(61), activityId: '', plan: wholePlan });
});

test('CAMP-071 no cost is shown without the flag', async () => {
  await flag(false);
  edit('review');
  await screen.findByRole('list', { name: 'Checks' });
  expect(estimate.amount).toBe(80_000_000);
  expect(screen.queryByRole('table', { name: 'Cost by country' })).toBeNull();
});

test('a fault that the review finds leads to its step and its field', async () => {
  server.replies[`POST ${api}/validate`] = () =>
    good(
      makeCheck({
        checks: [{ check: 'schedule', isFine: false, errors: [fieldError('schedule.startsAt', 'schedule.past')] }],
      }),
    );
  edit('review');
  await press('Go to Schedule and limits');
  expect(await screen.findByText('Choose a time in the future.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Schedule and limits \(something is wrong here\)/ }).getAttribute('aria-current')).toBe('step');
});

test('Submit makes an iteration of the plan and submits it', async () => {
  server.replies['POST /chatbird/api/activity/create'] = () => good(makeActivity());
  server.replies[`POST /chatbird/api/activity/action/${idOf(71)}`] = () =>
    good({ activity: makeActivity({ approval: 'Submitted' }), unsent: 0 });
  edit('review');
  await screen.findByRole('list', { name: 'Checks' });
  await press('Submit for approval');
  expect(await screen.findByRole('heading', { name: 'An iteration' })).toBeTruthy();
  expect(server.bodyOf('POST /chatbird/api/activity/create')).toMatchObject({ campaignId: idOf(61) });
  expect(server.bodyOf(`POST /chatbird/api/activity/action/${idOf(71)}`)).toEqual({ state: 'Submitted', reason: '' });
});

test('a refused submission leads to the field at fault', async () => {
  server.replies['POST /chatbird/api/activity/create'] = () => good(makeActivity());
  server.replies[`POST /chatbird/api/activity/action/${idOf(71)}`] = () =>
    refused('activity.invalid', 'Nobody of this audience can receive the message.', {
      errors: [fieldError('audience', 'campaign.nobody')],
    });
  edit('review');
  await screen.findByRole('list', { name: 'Checks' });
  await press('Submit for approval');
  expect(await screen.findByRole('heading', { name: 'Step 3 of 6: Audience' })).toBeTruthy();
  expect((await screen.findAllByText('Nobody of this audience can receive the message.')).length).toBeGreaterThan(0);
});

test('BCAST-011 CAMP-075 a test goes by the embedded broadcast form to at most ten numbers', async () => {
  server.replies['POST /chatbird/api/broadcast/validate'] = () => refused('broadcast.invalid', 'Not now.', { errors: [] });
  edit('review');
  await press('Send a test');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }));
  const numbers = dialog.getByRole('textbox', { name: /Mobile Numbers/ });
  const many = Array.from({ length: 11 }, (_number, index) => `+9198200123${String(index).padStart(2, '0')}`);
  fireEvent.change(numbers, { target: { value: many.join(', ') } });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('At most 10 numbers')).toBeTruthy();
  expect(server.countOf('POST /chatbird/api/broadcast/validate')).toBe(0);
  fireEvent.change(numbers, { target: { value: many.slice(0, 10).join(', ') } });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.bodyOf('POST /chatbird/api/broadcast/validate')).toMatchObject({
      channelId: idOf(20),
      phoneNumber: many.slice(0, 10),
      resourceType: 'CAMPAIGN',
      resourceId: idOf(61),
      message: { template: { templateUId: idOf(31) } },
      columnMapping: wholePlan.columnMapping,
    }),
  );
});

test('forms 8 a plan leads each recipient to a page, gives it values, and forgets both when it leads nowhere; a test goes to a page of its own', async () => {
  const list = 'GET /e/enterprise/campaigns';
  server.replies[list] = () =>
    good({
      campaigns: [
        {
          ...{ id: idOf(81), name: 'Loan', state: 2, published: 2, hasChanges: false, launches: 0, opened: 0, completed: 0 },
          ...{ updatedOn: '2031-01-01T00:00:00.000Z', updatedBy: 'Priya', revision: 1, version: 1 },
        },
      ],
      more: false,
    });
  server.replies[`POST /e/enterprise/campaigns/${idOf(81)}/test`] = () =>
    good({ url: 'https://shop.example/p/abcdefghij234567', expiresOn: '2031-01-01T00:00:00.000Z' });
  const router = open(`/campaigns-list/${idOf(61)}/edit?step=message`, {
    ...sampleMe,
    permissions: ['CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CUSTOMER.VIEW', 'ENCAPS.VIEW'],
  } as never);
  await choose('Page of each recipient', 'Loan');
  expect(server.queriesOf(list)[0]).toMatchObject({ state: '2' });
  await router.navigate({ to: '.', search: { step: 'mapping' } as never });
  await choose('Value of Body {{1}}', 'Address of their page');
  const phone = () => within(screen.getByRole('region', { name: 'Template preview' }));
  await waitFor(() => expect(phone().getByText(/\/p\/…/)).toBeTruthy());
  await press('Add a value');
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of value 1' }), { target: { value: '1st' } });
  expect(await screen.findByText('Letters, digits and _, beginning with a letter')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of value 1' }), { target: { value: 'first' } });
  await choose('Column of value 1', 'Name');
  await press('Review');
  await waitFor(() =>
    expect(savedPlan()).toMatchObject({
      page: { encapId: idOf(81), number: 0 },
      columnMapping: [
        { type: 'messageTags', variables: [{ variable: 'body.1', type: 'column', value: 'url' }] },
        { type: 'page', variables: [{ variable: 'first', type: 'column', value: 'name' }] },
      ],
    }),
  );
  server.replies['POST /chatbird/api/broadcast/validate'] = () => refused('broadcast.invalid', 'Not now.', { errors: [] });
  await press('Send a test');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }));
  fireEvent.change(await dialog.findByRole('textbox', { name: /Mobile Numbers/ }), { target: { value: '+919820012301' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.bodyOf('POST /chatbird/api/broadcast/validate')).toMatchObject({
      columnMapping: [{ type: 'messageTags', variables: [{ type: 'static', value: 'https://shop.example/p/abcdefghij234567' }] }],
    }),
  );
  await userEvent.keyboard('{Escape}');
  await router.navigate({ to: '.', search: { step: 'message' } as never });
  // The chosen one chosen again is none.
  await choose('Page of each recipient', 'Loan');
  await press('Review');
  await waitFor(() => expect(savedPlan()).toMatchObject({ page: null, columnMapping: [{ type: 'messageTags', variables: [] }] }));
});

test('a campaign opens on its iterations with approval, state, progress and cost', async () => {
  stored = makeCampaign({
    activities: [
      makeActivityItem({ approval: 'Approved', state: 2, startedOn: at, may: ['clone'] }),
      makeActivityItem({ id: idOf(70), number: 1, name: 'First', approval: 'Submitted', may: ['withdraw', 'edit'] }),
    ],
  });
  server.replies[`GET /chatbird/api/activity/instances/${idOf(71)}`] = () => good(makeProgress());
  server.replies[`POST /chatbird/api/activity/action/${idOf(70)}`] = () =>
    good({ activity: makeActivity({ id: idOf(70) }), unsent: 0 }, 'It is New again.');
  open(`/campaigns-list/${idOf(61)}`);
  const table = within(await screen.findByRole('table', { name: 'Iterations' }));
  expect((await table.findByRole('link', { name: '#2 Second' })).getAttribute('href')).toBe(`/campaigns/activity/${idOf(71)}`);
  expect(await table.findByText(/^800 sent · 700 delivered · 5 failed · 20 skipped · 175 remaining · 58 a minute now$/)).toBeTruthy();
  const bar = table.getByRole('progressbar', { name: 'Progress' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['825', '1000']);
  expect(table.getByText('Submitted')).toBeTruthy();
  await press('Actions of #1');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
  await waitFor(() => expect(server.bodyOf(`POST /chatbird/api/activity/action/${idOf(70)}`)).toEqual({ state: 'New', reason: '' }));
});
