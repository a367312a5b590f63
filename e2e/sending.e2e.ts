import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { fieldOf, messageIn, openWaiting, pickUp, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, password } from './pages.ts';

async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Signed in by the call, with calls for what another journey has proved. */
async function openAdministrator(page: Page, account: { email: string }) {
  const answer = await page.request.post('/account/enterprise/login/twoFactorAuth', {
    form: { email: account.email, password, removeExistingSession: 'true' },
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const told = await page.request[method](path, { data, headers: { 'authentication-token': token } });
    expect(told.status()).toBe(200);
    return (await told.json()) as { data: Record<string, never> };
  };
  return { call };
}

const people = [
  ['Asha', '+919811100001'],
  ['Ben', '+919811100002'],
  ['Chitra', '+919811100003'],
] as const;

async function makeChannel(page: Page): Promise<void> {
  await page.goto('/admin/channels');
  await page
    .getByRole('link', { name: 'New channel' })
    .or(page.getByRole('button', { name: 'New channel' }))
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop on WhatsApp');
  await choose(page, 'Type', /whatsapp/i);
  await choose(page, 'Vendor', /twixormcmi/i);
  await choose(page, 'Environment', 'Sandbox');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Contact ID is required')).toBeVisible();
  await expect(page.getByText('Auth Token is required')).toBeVisible();
  await page.getByLabel('Phone number id').fill('105500000000009');
  await page.getByLabel(/WABA/i).first().fill('205500000000009');
  await page.getByLabel('Auth token', { exact: false }).first().fill('a-token-of-the-sandbox');
  await page
    .getByLabel(/client secret|app secret/i)
    .first()
    .fill('a-secret-of-the-sandbox');
  await page
    .getByLabel(/verification token/i)
    .first()
    .fill('greeting');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

async function buildCarousel(page: Page, picture: Buffer): Promise<void> {
  await page.goto('/admin/messageTemplate/whatsapp/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('new_arrivals');
  await choose(page, 'Category', 'MARKETING');
  await choose(page, 'Form', 'Carousel');
  await page.getByRole('textbox', { name: 'Body', exact: true }).fill('Hello {{1}}, look what has come in.');
  await page.getByRole('textbox', { name: /Sample.*1/ }).fill('Asha');
  for (const [index, text] of ['A lamp of brass', 'A rug of wool'].entries()) {
    const card = page
      .getByRole('listitem')
      .filter({ hasText: `Card ${index + 1}` })
      .first();
    await card
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `card-${index + 1}.png`, mimeType: 'image/png', buffer: picture });
    await card
      .getByRole('textbox', { name: /^Text of card|^Body of card|card \d/i })
      .first()
      .fill(text);
  }
}

test('a template is built, approved, broadcast by column, read on a phone, answered, and every recipient is accounted for', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { page, problems } = await openPage(browser);
  const account = await makeEnterprise(page.request, 'Sending');
  const { call } = await openAdministrator(page, account);
  const groupId = (await call('post', '/chatbird/api/customer_master/groups', { name: 'Buyers' })).data;
  expect(groupId).toBeTruthy();
  await makeChannel(page);
  await page.screenshot({ path: '/tmp/walk/e-channel.png' });
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#1f6f78' } })
    .png()
    .toBuffer();
  await buildCarousel(page, picture);
  await page.screenshot({ path: '/tmp/walk/e-template.png', fullPage: true });
});
