import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test, visit } from './pages.ts';

const en = (text: string) => ({ en: text });
const choice = (id: string, title: string) => ({ id, title: en(title) });
const nodes = [
  {
    id: 'color001',
    type: 'input.choice',
    name: 'Colour',
    config: {
      text: en('Which colour?'),
      asking: { variable: 'color', tries: 1 },
      options: { kind: 'fixed', items: [choice('red00001', 'Red'), choice('blue0001', 'Blue')] },
    },
  },
  { id: 'mile0001', type: 'mark.milestone', name: 'Chosen', config: { milestone: 'chosen01' } },
  { id: 'name0001', type: 'input.text', name: 'Name', config: { text: en('Your name?'), asking: { variable: 'caller' } } },
  { id: 'mile0002', type: 'mark.milestone', name: 'Told', config: { milestone: 'told0001' } },
  { id: 'end00001', type: 'mark.end', name: 'Done', config: { outcome: 'told' } },
];
const edges = [
  ['color001', 'ok', 'mile0001'],
  ['mile0001', 'next', 'name0001'],
  ['name0001', 'ok', 'mile0002'],
  ['mile0002', 'next', 'end00001'],
] as const;

/** A stream that asks twice, on a channel of the sandbox, and five people in it: two are done, one waits, one failed, one has just begun. */
async function makeWalks(page: Page, headers: Record<string, string>): Promise<void> {
  const call = async (method: 'POST' | 'GET', path: string, data?: object) => {
    const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
    const envelope = (await answer.json()) as { code: string; data: Record<string, unknown> | null; response?: Record<string, unknown> };
    expect(envelope, path).toMatchObject({ code: '100' });
    return envelope.data ?? envelope.response ?? {};
  };
  const channel = await call('POST', '/e/enterprise/channels', {
    ...{ name: 'Colours on WhatsApp', type: 4, vendor: 'twixormcmi', contactId: '105500000000077', environment: 'sandbox' },
    data: {
      entry: 'queue',
      authToken: 'a-token',
      wabaId: '205500000000077',
      clientSecret: 'a-secret',
      WebhookVerificationToken: 'greeting',
      appId: '305500000000077',
    },
  });
  const { id } = await call('POST', '/e/enterprise/journey', { name: 'Colours', example: '' });
  const base = `/e/enterprise/journey/${String(id)}`;
  const { revision } = await call('GET', `${base}/draft`);
  const variables = ['color', 'caller'].map((name) => ({ name, type: 'Text' }));
  const saved = await call('POST', `${base}/edits`, {
    baseRevision: revision,
    operations: [
      { kind: 'setVariables', variables },
      {
        kind: 'setMilestones',
        milestones: [
          { id: 'chosen01', name: 'Colour chosen' },
          { id: 'told0001', name: 'Name told' },
        ],
      },
      ...nodes.map((node, place) => ({ kind: 'addNode', node, at: [place * 340, (place % 2) * 60] })),
      ...edges.map(([from, exit, to]) => ({ kind: 'addEdge', edge: { from, exit, to } })),
      { kind: 'setStart', start: 'color001' },
    ],
  });
  await call('POST', `${base}/publish`, { revision: saved.revision });
  await call('POST', '/e/enterprise/publish', { journeyId: id, channelId: channel.id, kind: 'keyword', word: 'go' });
  const people: string[][] = [['Red', 'Asha'], ['crimson', 'Red', 'Bina'], ['Blue'], ['crimson', 'scarlet'], []];
  for (const [place, answers] of people.entries()) {
    const phone = `/chatbird/api/sandbox/${String(channel.id)}/phones/${encodeURIComponent(`+9198765002${place}0`)}`;
    for (const [turn, text] of ['go', ...answers].entries()) {
      await call('POST', phone, { name: `Person ${place + 1}`, act: { kind: 'text', text } });
      await expect(async () => {
        const { messages } = (await call('GET', phone)) as { messages: { isFromCustomer: boolean }[] };
        expect(messages.filter(({ isFromCustomer }) => !isFromCustomer).length).toBeGreaterThan(Math.min(turn, 1));
      }).toPass();
      await expect(async () => {
        const list = await call('GET', `/e/enterprise/journey-instances?journeyId=${String(id)}&perPage=50`);
        expect((list.instances as object[]).length).toBe(place + 1);
      }).toPass();
    }
  }
  // A report counts what has happened, so it is opened when the walks are where their answers lead.
  await expect(async () => {
    const list = await call('GET', `/e/enterprise/journey-instances?journeyId=${String(id)}&perPage=50`);
    const states = (list.instances as { state: string }[]).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['COMPLETED', 'COMPLETED', 'FAILED', 'WAITING', 'WAITING']);
  }).toPass();
}

test('MENU-023 MENU-026 SHELL-013 a funnel is read on the stream, a drop opens its walk, what was typed becomes a synonym, and a milestone a label', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Colours');
  const headers = { 'authentication-token': await signIn(page, email) };
  await makeWalks(page, headers);

  await test.step('started walks are those of all endings, some of which are under way', async () => {
    await page.goto('/journey/reports');
    await page.getByText('Sandbox', { exact: true }).click();
    await expect(page.getByText('5 started = 2 Under way + 2 Completed + 1 Failed')).toBeVisible();
    await expectAccessible(page, 'the report of a stream', 'main');
    await page.getByRole('link', { name: 'Open Completed: 2 walks', exact: true }).click();
    await expect(page).toHaveURL(/\/journey\/monitor\?/);
    await expect(page.getByRole('table', { name: 'Stream monitor' }).getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('button', { name: /^From a report: .*Show all walks$/ })).toContainText('Completed');
    await page.goBack();
  });

  await test.step('the funnel stands on the drawing, and in a list with the same numbers', async () => {
    await page.getByRole('tab', { name: 'Funnel' }).click();
    const frame = page.frameLocator('iframe');
    const card = frame.locator('.react-flow__node').filter({ hasText: 'Colour' }).first();
    await expect(card).toContainText('5 in · 3 on · 1 wait · 1 drop');
    await expect(frame.getByText('100 % · 2')).toHaveCount(2);
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Colour', exact: true }) });
    await expect(row.getByRole('cell')).toHaveText(['5', '3', '1', '0', '1', '20 %']);
    await expectAccessible(page, 'the funnel', 'main');
    await card.click();
    await expect(page).toHaveURL(/node=color001/);
    const chosen = page.getByRole('region', { name: 'Colour' });
    await expect(chosen.getByRole('table')).toContainText('Nowhere');
    await chosen.getByRole('link', { name: 'Open Colour: Dropped: 1 walks' }).click();
    await expect(page.getByRole('table', { name: 'Stream monitor' }).getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Person 4' })).toBeVisible();
    await page.goBack();
  });

  await test.step('an answer that was not understood becomes a synonym of the draft', async () => {
    await page.getByRole('tab', { name: 'Not understood' }).click();
    const row = page.getByRole('row').filter({ hasText: 'crimson' });
    await expect(row.getByRole('cell').nth(1)).toHaveText('2');
    await row.getByRole('button', { name: 'Add as a synonym: “crimson”' }).click();
    await page.getByRole('menuitem', { name: 'Red' }).click();
    await expect(row).toContainText('In the draft: “Red”');
    await expectAccessible(page, 'what was not understood', 'main');
  });

  await test.step('each walk has a row with what it has collected', async () => {
    await page.getByRole('tab', { name: 'Data' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Person 2' });
    await expect(row).toContainText('Red');
    await expect(row).toContainText('Bina');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^walks_.*\.csv$/);
  });

  await test.step('a milestone has as many customers as the label that they are given', async () => {
    await visit(page, '/journey/milestone-report?environment=sandbox');
    await expect(page.getByText('3 walks · 60 %')).toBeVisible();
    await expect(page.getByText('67 % of those before', { exact: false })).toBeVisible();
    await expectAccessible(page, 'the report of milestones', 'main');
    await page.getByRole('button', { name: 'Label these customers' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Label the customers of “Colour chosen”' });
    await dialog.getByLabel(/^Label/).fill('Choosers');
    await expectAccessible(page, 'a label for a milestone', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Give the label' }).click();
    await expect(page.getByText('3 customers have the label “Choosers”.').first()).toBeVisible();
    const { data } = (await (await page.request.get('/chatbird/api/customer_master/tags?search=Choosers', { headers })).json()) as {
      data: { tags: { name: string; count: number }[] };
    };
    expect(data.tags).toMatchObject([{ name: 'Choosers', count: 3 }]);
  });

  await test.step('the area leads to its first screen, and its reports fit a phone', async () => {
    await visit(page, '/journey');
    await expect(page).toHaveURL(/\/journey\/workspace/);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [
      '/journey/reports?environment=sandbox',
      '/journey/reports?environment=sandbox&view=funnel',
      '/journey/milestone-report',
    ]) {
      await visit(page, path);
      await expect(page.getByRole('combobox', { name: 'Stream', exact: true })).toHaveValue('Colours');
      await expectFits(page);
    }
  });
  expect(problems).toEqual([]);
});
