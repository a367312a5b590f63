import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

test('JOURNEY-002 a stream is made from an example, rehearsed, published, and begins with a word on a website', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Streaming');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post('/e/enterprise/channels', {
    headers,
    data: { name: 'Website', type: 12, data: { allowedDomains: ['localhost'] } },
  });
  expect(channel.status()).toBe(200);

  await page.goto('/journey/workspace');
  await expect(page.getByRole('heading', { name: 'Streams', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New stream' }).first().click();
  await page.getByRole('radio', { name: /^Appointment/ }).check();
  await page.getByRole('dialog').getByLabel(/^Name/).fill('Book a visit');
  await expectAccessible(page, 'a new stream', '[role="dialog"]');
  await page.getByRole('button', { name: 'Create' }).click();

  await expect(page.getByRole('heading', { name: 'Book a visit' })).toBeVisible();
  await page.getByRole('tab', { name: 'Saved conversations' }).click();
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.getByText('3 of 3 passed')).toBeVisible();
  await expectAccessible(page, 'saved conversations', 'main');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish Book a visit' });
  await expect(publishing.getByText('Passed')).toHaveCount(3);
  await publishing.getByLabel('Note').fill('First one');
  await expectAccessible(page, 'publishing', '[role="dialog"]');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(publishing).toHaveCount(0);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'First one' })).toContainText('3 of 3 passed');
  await expect(page.getByText('No differences.')).toBeVisible();

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Attach a rule' }).click();
  const attaching = page.getByRole('dialog', { name: 'Attach a rule' });
  await attaching.getByRole('combobox', { name: /^Channel/ }).click();
  await page.getByRole('option', { name: 'Website' }).click();
  await attaching.getByLabel(/^Word/).fill('Visit');
  await expectAccessible(page, 'a rule', '[role="dialog"]');
  await attaching.getByRole('button', { name: 'Attach' }).click();
  await expect(attaching).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Keyword “visit”' })).toContainText('Production');

  // Customer attributes and the calendar begin it too.
  const attach = async (kind: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Attach a rule' }).click();
    await choose('Channel', 'Website');
    await choose('What begins it', kind);
    await fill();
    await expectAccessible(page, kind, '[role="dialog"]');
    await attaching.getByRole('button', { name: 'Attach' }).click();
    await expect(attaching).toHaveCount(0);
  };
  const choose = async (field: string, option: string) => {
    await attaching.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const groups = '/chatbird/api/customer_master/groups';
  expect((await page.request.post(groups, { headers, data: { name: 'Regulars' } })).status()).toBe(200);
  await attach('A change of a customer', async () => {
    await choose('Value', 'Email');
    await choose('Change', 'It becomes a value');
    await attaching.getByLabel(/^Becomes/).fill('asha@example.com');
  });
  await attach('A time', async () => {
    await choose('Group or label', 'Regulars');
    await choose('How often', 'Daily');
    await attaching.getByLabel(/^Time\b(?! zone)/).fill('09:30');
  });
  await expect(page.getByRole('row').filter({ hasText: 'Regulars' })).toContainText('Next:');

  await page.getByRole('link', { name: 'Streams' }).first().click();
  const card = page.getByRole('article', { name: 'Book a visit' });
  await expect(card).toContainText('Keyword “visit” · Website');
  await page.getByRole('link', { name: 'Publishing' }).click();
  const rule = page.getByRole('row').filter({ hasText: 'Book a visit' }).filter({ hasText: 'Keyword' });
  await expect(rule).toContainText('Keyword “visit”');
  await rule.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Link, code and card' }).click();
  const outputs = page.getByRole('dialog', { name: 'Keyword “visit” on Website' });
  await expect(outputs.getByText('localhost', { exact: true })).toBeVisible();
  await expect(outputs.getByText(/data-key="[\w-]/)).toBeVisible();
  await expectAccessible(page, 'what brings people to a rule', '[role="dialog"]');
  await page.keyboard.press('Escape');

  // The lists have rows, which the screens of an empty enterprise lack.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/journey/workspace', '/journey/workspace?view=table', '/publish']) {
    await page.goto(path);
    await expectLoaded(page);
    await expect(page.getByText('Book a visit').first()).toBeVisible();
    await expectAccessible(page, path);
    await expectFits(page);
  }
  expect(problems).toEqual([]);
});

/** Counts what a person clicks on the page from now on. @returns how many clicks there were */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    // Keys press a button as well, which is no click: only a pointer has come down.
    addEventListener('pointerdown', () => ((globalThis as unknown as { clicks: number }).clicks += 1), true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
}

/** The designer as somebody with a mouse uses it. */
function mouseIn(frame: FrameLocator) {
  const canvas = frame.locator('.react-flow__pane');
  const card = (text: string) => frame.locator('.react-flow__node').filter({ hasText: text });
  return {
    card,
    place: (kind: string, at: { x: number; y: number }) =>
      frame
        .getByRole('navigation', { name: 'Nodes' })
        .getByRole('button', { name: kind, exact: true })
        .dragTo(canvas, { targetPosition: at }),
    showAll: () => frame.getByRole('button', { name: 'Show all' }).click(),
    connect: async (from: Locator, exit: string, to: Locator) => {
      const ways = frame.locator('.react-flow__edge');
      const before = await ways.count();
      const handle = from.getByText(exit, { exact: true }).locator('..').locator('.react-flow__handle');
      await handle.dragTo(to.locator('.react-flow__handle.target'));
      await expect(ways).toHaveCount(before + 1);
    },
  };
}

test('DESIGN-013 DESIGN-016 a stream is built by mouse, rehearsed, published, used from a phone, watched, and moved to a second version while somebody waits in it', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Lending');
  const headers = { 'authentication-token': await signIn(page, email) };
  const make = async (data: object) => {
    const answer = await page.request.post('/e/enterprise/channels', { headers, data });
    expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('"id"')]);
  };
  await make({ name: 'Website', type: 12, data: { allowedDomains: ['localhost'] } });
  const keys = {
    authToken: 'a-token',
    wabaId: '205500000000021',
    clientSecret: 'a-secret',
    WebhookVerificationToken: 'greeting',
    appId: '305500000000021',
  };
  const whatsapp = { name: 'Loans on WhatsApp', type: 4, vendor: 'twixormcmi', contactId: '105500000000021', environment: 'sandbox' };
  await make({ ...whatsapp, data: { entry: 'queue', ...keys } });

  const frame = page.frameLocator('iframe');
  const { card, place, connect, showAll } = mouseIn(frame);
  const field = (name: string) => frame.getByRole('textbox', { name, exact: true });
  const saved = () => expect(frame.getByText(/^Saved \d/)).toBeVisible();

  await test.step('nodes are dragged onto the canvas, filled in, and joined by dragging from exit to node', async () => {
    await page.goto('/journey/workspace');
    await page.getByRole('button', { name: 'New stream' }).first().click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Lend');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Stream | Lend' })).toBeVisible();
    await place('Ask for text', { x: 60, y: 80 });
    await field('Question').fill('What is your name?');
    await field('Keep the answer as').fill('caller');
    await frame.getByRole('option', { name: 'New variable “caller”' }).click();
    const view = () => frame.locator('.react-flow__viewport').getAttribute('style');
    const before = await view();
    await place('Buttons', { x: 60, y: 300 });
    // A drop inside the view does not move it, and a drop on the minimap adds nothing.
    await expect(field('Text')).toBeVisible();
    expect(await view()).toBe(before);
    const palette = frame.getByRole('navigation', { name: 'Nodes' });
    await palette.getByRole('button', { name: 'End', exact: true }).dragTo(frame.locator('.react-flow__minimap'));
    await expect(frame.locator('.react-flow__node')).toHaveCount(2);
    await field('Text').fill('A loan, {{ caller }}?');
    await frame.getByRole('textbox', { name: 'Title' }).first().fill('Yes');
    await frame.getByRole('textbox', { name: 'Title' }).nth(1).fill('No');
    await place('End', { x: 360, y: 180 });
    await showAll();
    await connect(card('Ask for text'), 'Answered', card('A loan'));
    await connect(card('A loan'), 'Yes', card('End'));
    await connect(card('A loan'), 'No', card('End'));
    await saved();
  });

  const publish = async (note: string, { moves = false } = {}) => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish Lend' });
    await dialog.getByLabel('Note').fill(note);
    if (moves) await dialog.getByRole('switch', { name: /^Move who waits/ }).check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const attach = async (channel: string) => {
    await page.getByRole('button', { name: 'Attach a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attach a rule' });
    await dialog.getByRole('combobox', { name: /^Channel/ }).click();
    await page.getByRole('option', { name: channel }).click();
    await dialog.getByLabel(/^Word/).fill('loan');
    await dialog.getByRole('button', { name: 'Attach' }).click();
    return dialog;
  };
  const toDesigner = async () => {
    await page.getByRole('link', { name: 'Open designer' }).click();
    await expect(page.getByRole('heading', { name: 'Stream | Lend' })).toBeVisible();
  };
  const toStream = async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Lend', exact: true })).toBeVisible();
  };

  await test.step('production takes no version without a rehearsal that passed', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish Lend' });
    await dialog.getByRole('combobox', { name: /^Channel/ }).click();
    await page.getByRole('option', { name: 'Website' }).click();
    await dialog.getByLabel(/^Word/).fill('loan');
    await dialog.getByLabel('Note').fill('Unrehearsed');
    await expectAccessible(page, 'publishing over the designer', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Publish and attach' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Version 1 has no rehearsal that passed.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('it is tried, the conversation is saved and played, and the same draft is a version that production takes', async () => {
    await frame.getByRole('button', { name: 'Try', exact: true }).click();
    await frame.getByRole('button', { name: 'Start', exact: true }).click();
    await field('Message').fill('Asha');
    await frame.getByRole('button', { name: 'Send', exact: true }).click();
    await frame.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(frame.getByText('Completed')).toBeVisible();
    await field('Save as test').fill('Takes it');
    await frame.getByRole('button', { name: 'Save', exact: true }).click();
    await frame.getByRole('button', { name: 'Run all' }).click();
    await expect(frame.getByRole('status').filter({ hasText: '1 of 1 passed' })).toBeVisible();
    // The draft goes live without leaving the designer.
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish Lend' });
    await dialog.getByRole('combobox', { name: /^Channel/ }).click();
    await page.getByRole('option', { name: 'Website' }).click();
    await dialog.getByLabel(/^Word/).fill('loan');
    await dialog.getByRole('button', { name: 'Publish and attach' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await clicks()).toBe(4);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    const rules = page.getByRole('dialog', { name: 'Lend' });
    await expect(await attach('Loans on WhatsApp')).toHaveCount(0);
    await expect(rules.getByRole('row').filter({ hasText: 'Keyword “loan”' })).toHaveCount(2);
    await expectAccessible(page, 'rules over the designer', '[role="dialog"]');
    await page.keyboard.press('Escape');
  });

  const phone = page.getByRole('log');
  const toPhone = async (number: string) => {
    await visit(page, '/admin/channels');
    await page.getByRole('link', { name: 'Open the sandbox' }).click();
    await page.getByRole('textbox', { name: 'Phone number or address' }).fill(number);
    await page.getByRole('button', { name: 'Open a phone' }).click();
  };
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Write as the customer' }).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };

  await test.step('two people come to it on their phones: one to its end, the other to its second question', async () => {
    for (const [number, name] of [
      ['+919811300001', 'Asha'],
      ['+919811300002', 'Ben'],
    ] as const) {
      await toPhone(number);
      await write('loan');
      await expect(phone.getByText('What is your name?')).toBeVisible();
      await write(name);
      await expect(phone.getByText(`A loan, ${name}?`)).toBeVisible();
      if (name === 'Asha') await page.getByRole('button', { name: 'Press Yes' }).click();
    }
  });

  const row = (number: string) => page.getByRole('row').filter({ hasText: number.slice(-4) });
  await test.step('the monitor shows where each of them is, and what each said', async () => {
    await visit(page, '/journey/monitor');
    await expect(row('+919811300001')).toContainText('Completed');
    await expect(row('+919811300002')).toContainText('Waiting');
    await row('+919811300002').getByRole('link').first().click();
    const steps = page.getByRole('list', { name: 'Steps' });
    await expect(steps.getByText('Ben', { exact: true })).toBeVisible();
    await expect(steps.getByText('→ Answered')).toBeVisible();
    await expectAccessible(page, 'a walk', 'main');
  });

  await test.step('a text is put onto a way; what came in says who would go elsewhere', async () => {
    await page.getByRole('link', { name: 'Streams' }).first().click();
    await page.getByRole('link', { name: 'Lend', exact: true }).click();
    await toDesigner();
    await place('Text', { x: 500, y: 60 });
    await field('Text').fill('Thank you, {{ caller }}.');
    await showAll();
    await connect(card('Thank you'), 'Next', card('End'));
    const handle = card('A loan').getByText('Yes', { exact: true }).locator('..').locator('.react-flow__handle');
    await handle.dragTo(card('Thank you').locator('.react-flow__handle.target'));
    await saved();
    // The saved conversation knows of no thanks: what differs is told, and is right from now on.
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Tests', exact: true }).click();
    await frame.getByRole('button', { name: 'Run all' }).click();
    await expect(frame.getByText('Got: “Thank you, ⟨caller⟩.”')).toBeVisible();
    await frame.getByRole('button', { name: 'This is right now: Takes it' }).click();
    await expect(frame.getByRole('status').filter({ hasText: '1 of 1 passed' })).toBeVisible();
    await toStream();
    await page.getByRole('tab', { name: 'Versions' }).click();
    const replay = page.getByRole('region', { name: 'Play the last days' });
    await replay.getByRole('button', { name: 'Play' }).click();
    await expect(replay.getByRole('status')).toContainText('Same way1Elsewhere1Not compared0');
    await expect(replay.getByRole('table', { name: 'Where they part' })).toContainText('Yes → Text');
    await expectAccessible(page, 'a replay', 'main');
  });

  await test.step('a customer who waits goes on in the second version', async () => {
    await publish('Says thanks', { moves: true });
    await toPhone('+919811300002');
    await page.getByRole('button', { name: 'Press Yes' }).click();
    await expect(phone.getByText('Thank you, Ben.')).toBeVisible();
    await visit(page, '/journey/monitor');
    await expect(row('+919811300002')).toContainText('Version 3');
    await expect(row('+919811300002')).toContainText('Completed');
    await expect(row('+919811300001')).toContainText('Version 2');
    // The rules go on with it: customers who come now begin the new version.
    await toPhone('+919811300003');
    await write('loan');
    await expect(phone.getByText('What is your name?')).toBeVisible();
    await visit(page, '/journey/monitor');
    await expect(row('+919811300003')).toContainText('Version 3');
  });
  // Production refused once.
  expect(problems).toEqual([expect.stringContaining('409 (Conflict)')]);
});

test('journeys 4 a payment that was cut off is made once: an operator finds the walk, says what the call has done, and the customer is told', async ({
  browser,
}) => {
  type Answer = { id: string; journeyId: string };
  let calls = 0;
  // It takes the payment and dies: nobody knows what it has done.
  const bank = createServer((request) => {
    calls += 1;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
  const { port } = bank.address() as AddressInfo;
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Paying');
  const headers = { 'authentication-token': await signIn(page, email) };
  const ask = async (
    path: string,
    options: { data: object } | { multipart: Record<string, { name: string; mimeType: string; buffer: Buffer }> },
  ) => {
    const answer = await page.request.post(path, { headers, ...options });
    expect([path, answer.status()]).toEqual([path, 200]);
    const { data, response } = (await answer.json()) as { data?: Answer; response?: Answer };
    return (data ?? response) as Answer;
  };
  const keys = {
    authToken: 'a-token',
    wabaId: '205500000000022',
    clientSecret: 'a-secret',
    WebhookVerificationToken: 'pay',
    appId: '305500000000022',
  };
  const channel = {
    name: 'Shop',
    type: 4,
    vendor: 'twixormcmi',
    contactId: '105500000000022',
    environment: 'sandbox',
    data: { entry: 'queue', ...keys },
  };
  const { id: channelId } = await ask('/e/enterprise/channels', { data: channel });
  const say = (id: string, en: string) => ({ id, type: 'message.text', name: '', config: { text: { en } } });
  const call = { address: `http://127.0.0.1:${port}/pay`, method: 'POST', picks: [{ path: 'receipt', variable: 'receipt' }] };
  const document = {
    ...{ format: 'parley.journey', formatVersion: 1, kind: 'journey', id: 'pay', name: 'Pay', languages: ['en'], start: 'call0001' },
    variables: [{ name: 'receipt', type: 'Text' }],
    nodes: [
      { id: 'call0001', type: 'data.http', name: 'Take the money', config: call },
      say('paid0001', 'Paid, with receipt {{ receipt }}.'),
      { id: 'end00001', type: 'mark.end', name: '', config: {} },
    ],
    edges: [
      { from: 'call0001', exit: 'ok', to: 'paid0001' },
      { from: 'paid0001', exit: 'next', to: 'end00001' },
    ],
  };
  const file = { name: 'pay.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) };
  const { journeyId } = await ask('/e/enterprise/journey/import', { multipart: { file } });
  await ask(`/e/enterprise/journey/${journeyId}/publish`, { data: { revision: 1, note: '' } });
  await ask('/e/enterprise/publish', { data: { journeyId, channelId, kind: 'keyword', word: 'pay' } });

  await page.goto('/admin/channels');
  const phone = page.getByRole('log');
  const toPhone = async () => {
    await page.getByRole('link', { name: 'Open the sandbox' }).click();
    await page.getByRole('textbox', { name: 'Phone number or address' }).fill('+919811300022');
    await page.getByRole('button', { name: 'Open a phone' }).click();
  };
  await toPhone();
  await page.getByRole('textbox', { name: 'Write as the customer' }).fill('pay');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByText('pay', { exact: true })).toBeVisible();

  await visit(page, '/journey/monitor?state=FAILED');
  await page.getByRole('row').filter({ hasText: '0022' }).getByRole('link').first().click();
  await expect(page.getByText('Outcome unknown', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'What happened?' }).click();
  const dialog = page.getByRole('dialog', { name: 'What has the call done?' });
  await expectAccessible(page, 'what a call has done', '[role="dialog"]');
  await dialog.getByRole('radio', { name: 'It succeeded' }).check();
  await dialog.getByRole('textbox', { name: /^Answer/ }).fill('{"receipt":"R-17"}');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Entered by/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'What happened?' })).toHaveCount(0);
  await visit(page, '/admin/channels');
  await toPhone();
  await expect(phone.getByText('Paid, with receipt R-17.')).toBeVisible();
  expect(calls).toBe(1);
  expect(problems).toEqual([]);
  bank.close();
});
