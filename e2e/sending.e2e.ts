import { deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { messageIn, pickUp, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { downloadTable, expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option }).first().click();
}

const people = [
  ['Asha', '+919811100001'],
  ['Ben', '+919811100002'],
  ['Chitra', '+919811100003'],
] as const;

/** A picture of one colour: what a card of a template needs as its sample. */
function makePng(width: number, height: number): Buffer {
  const crc = (bytes: Buffer) => {
    let value = 0xffffffff;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return (value ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x6f)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const picture = makePng(300, 200);

async function chooseFiles(page: Page): Promise<void> {
  for (const index of [0, 1]) {
    const stored = page.waitForResponse((answer) => answer.request().method() === 'POST' && /upload/.test(answer.url()));
    await page
      .locator('input[type=file]')
      .nth(index)
      .setInputFiles({ name: `card-${index + 1}.png`, mimeType: 'image/png', buffer: picture });
    await stored;
  }
}

async function makeChannel(page: Page): Promise<void> {
  await page.goto('/admin/channels/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop on WhatsApp');
  await choose(page, 'Type', /whatsapp/i);
  await choose(page, 'Vendor', /twixormcmi/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Contact ID is required')).toBeVisible();
  await expect(page.getByText('Auth Token is required')).toBeVisible();
  await expect(page.getByText('Environment is required')).toBeVisible();
  for (const [label, value] of [
    ['Phone number id', '105500000000009'],
    ['WABA id', '205500000000009'],
    ['Auth token', 'a-token-of-the-sandbox'],
    ['Client secret', 'a-secret-of-the-sandbox'],
    ['Webhook verification token', 'greeting'],
    ['App id', '305500000000009'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await choose(page, 'Environment', 'Sandbox');
  await choose(page, 'Who answers first', 'The agents');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Callback address' })).toBeVisible();
  await expect(page.getByText('a-token-of-the-sandbox')).toHaveCount(0);
  await expectAccessible(page, 'a channel');
}

async function buildCarousel(page: Page): Promise<void> {
  await visit(page, '/admin/messageTemplate/whatsapp/create');
  await expect(page.getByRole('heading', { level: 1, name: 'New template' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('new_arrivals');
  await choose(page, 'Category', 'MARKETING');
  await page.getByText('Carousel', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Body', exact: true }).fill('Hello {{1}}, look what has come in today.');
  await page.getByRole('textbox', { name: 'Sample of {{1}}' }).fill('Asha');
  await chooseFiles(page);
  for (const [index, text] of ['A lamp of brass', 'A rug of wool'].entries()) {
    await page.getByRole('textbox', { name: `Text of card ${index + 1}` }).fill(text);
    await page.getByRole('textbox', { name: 'Text of button 1' }).nth(index).fill('I want it');
  }
  await expectAccessible(page, 'the builder of a template');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
}

async function broadcast(page: Page): Promise<void> {
  await visit(page, '/campaigns/broadcast/create');
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Send' })).toBeVisible();
  await choose(page, 'Choose Channel', 'Shop on WhatsApp');
  await choose(page, 'Choose Template', 'new_arrivals');
  await expect(page.getByText('A lamp of brass')).toBeVisible();
  await choose(page, /^Source of Body/, 'Column');
  await choose(page, /^Value of Body/, 'Name');
  await choose(page, 'Groups', /^Buyers/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Media missing in card 1')).toBeVisible();
  await chooseFiles(page);
  await expectAccessible(page, 'the send form');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible();
}

test('BCAST-008 BCAST-014 BCAST-036 BCAST-047 a template is built, approved, broadcast by column, read on a phone, answered, and every recipient is accounted for', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const account = await makeEnterprise(page.request, 'Sending');
  const token = await signIn(page, account.email);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { 'authentication-token': token } });
    return (await answer.json()) as { data: { group: { id: string } } };
  };
  const { data } = await post('/chatbird/api/customer_master/groups', { name: 'Buyers' });
  for (const [name, phoneNumber] of people)
    await post('/chatbird/api/customer_master/customers', { name, phoneNumber, groups: [data.group.id] });

  await makeChannel(page);
  await buildCarousel(page);
  await broadcast(page);

  await page.getByRole('link', { name: 'new_arrivals' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByText('Audience 3 = Skipped 0 + Failed 0 + In flight 0 + Delivered 3')).toBeVisible();
  await page.getByRole('button', { name: 'Status of the message to +919811100002' }).click();
  await expect(page.getByRole('dialog')).toContainText('wamid.');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'a broadcast');
  expect(await downloadTable(page, page.getByRole('button', { name: 'Export' }))).toContain('+919811100002');

  await visit(page, '/admin/channels');
  await page.getByRole('link', { name: 'Open the sandbox' }).click();
  await page.getByRole('button', { name: /^\+919811100002/ }).click();
  const phone = page.getByRole('log');
  await expect(phone.getByText('Hello Ben, look what has come in today.')).toBeVisible();
  await expectAccessible(page, 'the sandbox');
  await page.getByRole('button', { name: 'Press I want it' }).first().click();
  await expect(phone.getByText('I want it', { exact: true }).last()).toBeVisible();

  await visit(page, '/chat/conversation');
  await pickUp(page, 'I want it');
  await say(page, 'It is yours');
  await expect(messageIn(page, 'It is yours')).toBeVisible();
  await visit(page, '/admin/channels');
  await page.getByRole('link', { name: 'Open the sandbox' }).click();
  await page.getByRole('button', { name: /^\+919811100002/ }).click();
  await expect(page.getByRole('log').getByText('It is yours')).toBeVisible();

  await visit(page, '/admin/report');
  await expect(page.getByRole('cell', { name: '+919811100003' }).first()).toBeVisible();
  await expectAccessible(page, 'the delivery report');
  expect(await downloadTable(page, page.getByRole('button', { name: 'Export' }))).toContain('+919811100003');
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, heading] of [
    ['/admin/channels', 'Channels'],
    ['/admin/messageTemplate/whatsapp', 'Templates'],
    ['/campaigns/broadcast', 'Reports'],
    ['/campaigns/broadcast/create', 'Quick Send'],
    ['/admin/report', 'Delivery Report'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expectLoaded(page);
    await expectFits(page);
  }
  expect(problems).toEqual([]);
});
