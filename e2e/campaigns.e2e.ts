import { expect, type Page } from '@playwright/test';
import { publishEncap } from './encap-scene.ts';
import { expectAccessible, expectColumnsInSight, expectFits, expectLoaded, openPage, password, signIn, test, visit } from './pages.ts';

async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

const people = [
  ['Asha', '+919811200001'],
  ['Ben', '+919811200002'],
  ['Chitra', '+919811200003'],
] as const;

const others = [
  ['Asha', '+919811300001'],
  ['Ben', '+919811300002'],
  ['Chitra', '+919811300003'],
] as const;

/** Returns the names of the administrator's approved sandbox template and group of people. */
async function prepare(page: Page, members: readonly (readonly [string, string])[]): Promise<{ template: string; group: string }> {
  const login = await page.request.post('/account/enterprise/login/twoFactorAuth', {
    form: { email: 'admin@demo.example', password, removeExistingSession: 'true' },
  });
  const { token } = ((await login.json()) as { data: { token: string } }).data;
  const headers = { 'authentication-token': token };
  const post = async <T>(path: string, data: object): Promise<T> =>
    ((await (await page.request.post(path, { data, headers })).json()) as { data: T }).data;
  const name = `spring_${Date.now().toString(36)}`;
  const { response } = (await (await page.request.get('/e/enterprise/channels?perPage=-1', { headers })).json()) as {
    response: { channelConfig: { id: string; name: string; type: number }[] };
  };
  const channel = response.channelConfig.find(({ type }) => type === 4);
  const made = await post<{ id: string }>('/chatbird/api/templates/create', {
    channelId: channel?.id,
    name,
    category: 'UTILITY',
    language: 'en',
    components: [{ type: 'BODY', text: 'Hi {{1}}, spring is here.', samples: { 1: 'Asha' } }],
    extra: {},
  });
  await post(`/chatbird/api/templates/submit/${made.id}`, {});
  const { group } = await post<{ group: { id: string } }>('/chatbird/api/customer_master/groups', { name });
  for (const [person, phoneNumber] of members)
    await post('/chatbird/api/customer_master/customers', { name: person, phoneNumber, groups: [group.id] });
  return { template: name, group: name };
}

test('CAMP-003 CAMP-005 CAMP-075 a campaign is made in its steps, approved by somebody else, sent, and its figures add up', async ({
  browser,
}) => {
  const maker = await openPage(browser);
  const { template, group } = await prepare(maker.page, people);
  const { page } = maker;
  await signIn(page, 'maker@demo.example');
  await page.goto('/campaigns/campaigns-list');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page, 'no campaign');
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByRole('textbox', { name: 'Name of the campaign' }).fill(`Sale ${template}`);
  await expectAccessible(page, 'a new campaign');
  await page.getByRole('button', { name: 'Create and go on' }).click();

  await expect(page.getByRole('heading', { name: 'Step 2 of 6: Message' })).toBeVisible();
  await choose(page, 'Choose Channel', /WHATSAPP/);
  await choose(page, 'Choose Template', new RegExp(template));
  await expect(page.getByText('spring is here')).toBeVisible();
  await expectAccessible(page, 'the message');
  await page.getByRole('button', { name: 'Next' }).click();
  await choose(page, /^Groups$/, group);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Total 3 = .* Reachable 3$/)).toBeVisible();
  await expect(page.getByRole('cell', { name: people[0][1] })).toBeVisible();
  await expectAccessible(page, 'the audience');
  await page.getByRole('button', { name: 'Next' }).last().click();
  await choose(page, 'Source of Body {{1}}', 'Column');
  await choose(page, 'Value of Body {{1}}', 'Name');
  await expect(page.getByText('Hi Asha, spring is here.')).toBeVisible();
  await expectAccessible(page, 'the mapping');
  await page.getByRole('button', { name: 'Schedule and limits' }).click();
  await page.getByRole('switch', { name: 'Send a first part' }).click();
  await expectAccessible(page, 'the schedule');
  await page.getByRole('switch', { name: 'Send a first part' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('list', { name: 'Checks' })).toContainText('Audience: fine');
  await expectAccessible(page, 'the review');
  await page.setViewportSize({ width: 390, height: 800 });
  for (const step of ['basics', 'message', 'audience', 'mapping', 'schedule', 'review']) {
    const { pathname } = new URL(page.url());
    await visit(page, step === 'basics' ? pathname : `${pathname}?step=${step}`);
    await expect(page.getByRole('heading', { name: /^Step \d of 6/ })).toBeVisible();
    await expectLoaded(page);
    await expectFits(page);
  }
  await expectAccessible(page, 'the review on a phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Sale ${template} #1` })).toBeVisible();
  await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessible(page, 'an iteration of one’s own');

  const checker = await openPage(browser);
  const other = checker.page;
  await signIn(other, 'checker@demo.example');
  await other.goto('/campaigns/activity-list');
  await expect(other.getByRole('link', { name: `Sale ${template}` })).toBeVisible();
  await expectLoaded(other);
  await expectAccessible(other, 'the inbox');
  await other.getByRole('link', { name: `Sale ${template}` }).click();
  // A checker does not see people: the message stands with their numbers hidden.
  await expect(other.getByText('spring is here.')).toBeVisible();
  await other.getByRole('textbox', { name: 'Number or address' }).fill(people[1][1]);
  await other.getByRole('button', { name: 'Look', exact: true }).click();
  await expect(other.getByText(/ will get it\.$/)).toBeVisible();
  await other.getByRole('textbox', { name: 'Your question' }).fill('All of them?');
  await other.getByRole('button', { name: 'Ask the maker' }).click();
  // The field holds the same words until they are sent.
  await expect(other.getByRole('paragraph').filter({ hasText: 'All of them?' })).toBeVisible();
  await expectAccessible(other, 'an iteration to approve');
  await other.getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByRole('button', { name: 'Start now' })).toBeVisible();
  await visit(other, '/campaigns/approved');
  await expectLoaded(other);
  await expectAccessible(other, 'ready to go');
  await other.getByRole('link', { name: `Sale ${template}` }).click();
  await other.getByRole('button', { name: 'Start now' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Start now' }).click();
  await expect(other.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(other.getByText('Audience 3 = Skipped 0 + Failed 0 + In flight 0 + Delivered 3')).toBeVisible();
  await expectLoaded(other);
  await expectAccessible(other, 'a finished iteration');
  await other.setViewportSize({ width: 390, height: 800 });
  await expectFits(other);
  for (const path of [
    '/campaigns/activity-list',
    '/campaigns/approved?done=true',
    '/campaigns/reject',
    '/campaigns/report',
    '/campaigns/calendar',
    '/campaigns/campaigns-list',
  ]) {
    await visit(other, path);
    await expectLoaded(other);
    await expectFits(other);
    await expectAccessible(other, `${path} on a phone`);
  }
  await other.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['/campaigns/approved?done=true', '/campaigns/report', '/campaigns/campaigns-list']) {
    await visit(other, path);
    await expect(other.getByRole('link', { name: `Sale ${template}` })).toBeVisible();
    await expectColumnsInSight(other);
  }
  await other.setViewportSize({ width: 1280, height: 720 });
  await visit(other, '/campaigns/report');
  await other.getByRole('link', { name: `Sale ${template}` }).click();
  await expect(other.getByText('Audience 3 = Skipped 0 + Failed 0 + In flight 0 + Delivered 3')).toBeVisible();
  await expectLoaded(other);
  await expectAccessible(other, 'a report');
  await other.getByRole('button', { name: 'Audience of iteration 1: 3' }).click();
  await expect(other.getByRole('row')).toHaveCount(4);
  await expectAccessible(other, 'recipients');

  // The maker says which steps count, and each number opens as many recipients as it says.
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/campaigns/report');
  await page.getByRole('link', { name: `Sale ${template}` }).click();
  await page.getByRole('tab', { name: 'Milestones' }).click();
  await expect(page.getByText('No milestone yet')).toBeVisible();
  await expectAccessible(page, 'no milestone');
  for (const [name, kind] of [
    ['Arrived', 'got the message'],
    ['Answered', 'replied'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a milestone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a milestone' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await choose(page, 'Reached when the recipient', kind);
    await expectAccessible(page, 'a new milestone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Arrived: 3 recipients' }).click();
  await expect(page.getByRole('heading', { name: 'Recipients: Arrived (3)' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Recipients' }).getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Recipients: 3', exact: true }).click();
  await expect(page).toHaveURL(/measure=milestone\.recipients/);
  await expect(page.getByRole('table', { name: 'Recipients' }).getByRole('row')).toHaveCount(4);
  await page.getByText('Numbers of the chart', { exact: true }).click();
  await page.getByRole('table', { name: 'Reached over time' }).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: /^Only .*Show all$/ })).toBeVisible();
  await expectAccessible(page, 'milestones of a campaign');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await expectAccessible(page, 'milestones on a phone');
  expect([...maker.problems, ...checker.problems]).toEqual([]);
});

test('forms 21 acceptance journey 7: a campaign leads each recipient to a page of their own, which its launch counts', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { template, group } = await prepare(page, others);
  const headers = { 'authentication-token': await signIn(page, 'admin@demo.example') };
  const encap = `Order ${template}`;
  const made = await page.request.post('/e/enterprise/campaigns', { headers, data: { name: encap } });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  await publishEncap(page, headers, id);

  await page.goto('/campaigns/campaigns-list');
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByRole('textbox', { name: 'Name of the campaign' }).fill(encap);
  await page.getByRole('button', { name: 'Create and go on' }).click();
  await choose(page, 'Choose Channel', /WHATSAPP/);
  await choose(page, 'Choose Template', new RegExp(template));
  await choose(page, 'Page of each recipient', encap);
  await expectAccessible(page, 'a message that leads to a page');
  await page.getByRole('button', { name: 'Next' }).click();
  await choose(page, /^Groups$/, group);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Reachable 3$/)).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await choose(page, 'Source of Body {{1}}', 'Column');
  await choose(page, 'Value of Body {{1}}', 'Address of their page');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('textbox', { name: 'Name of value 1' }).fill('first');
  await choose(page, 'Column of value 1', 'Name');
  await expect(page.getByText(/^Hi http\S+\/p\/…, spring is here\.$/)).toBeVisible();
  await expectAccessible(page, 'the mapping of a page');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText(`${encap}, v1`)).toBeVisible();

  const other = await openPage(browser);
  await signIn(other.page, 'checker@demo.example');
  await other.page.goto('/campaigns/activity-list');
  await other.page.getByRole('link', { name: encap }).click();
  await other.page.getByRole('button', { name: 'Approve' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await other.page.getByRole('button', { name: 'Start now' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click();
  await expect(other.page.getByText('Audience 3 = Skipped 0 + Failed 0 + In flight 0 + Delivered 3')).toBeVisible();

  // A recipient follows the address of the message; the launch counts it, and opens the link.
  await page.goto(`/encaps/${id}?tab=launches`);
  await expect(page.getByRole('link', { name: 'In bulk, by a campaign' })).toBeVisible();
  const { response } = (await (await page.request.get('/e/enterprise/channels?perPage=-1', { headers })).json()) as {
    response: { channelConfig: { id: string; type: number }[] };
  };
  const channel = response.channelConfig.find(({ type }) => type === 4);
  const phone = await page.request.get(`/chatbird/api/sandbox/${channel?.id}/phones/${encodeURIComponent(others[0][1])}`, { headers });
  const [address = ''] = /http[^" ]+\/p\/\w{16}/.exec(await phone.text()) ?? [];
  const walker = await openPage(browser);
  await walker.page.goto(address);
  await walker.page.getByRole('button', { name: 'Begin' }).or(walker.page.getByText('Your name?')).first().waitFor();
  await expect(walker.page.getByText('Your name?')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Open In progress: 1 links' }).click();
  await expect(page.getByRole('table').getByText(others[0][1])).toBeVisible();
  await expectAccessible(page, 'links of a launch in bulk');
  expect([...problems, ...other.problems, ...walker.problems]).toEqual([]);
});
