import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

test('ADMIN-113 screens 2.4 a webhook is made, keeps its secret to itself, is tested, and its log tells what it heard', async ({
  browser,
}) => {
  const heard: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      heard.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Listeners');
  await signIn(page, email);
  await page.goto('/admin/chatConfig/webhook');
  await expect(page.getByText('No webhook yet')).toBeVisible();
  await expectAccessible(page, 'webhooks, none yet');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Warehouse');
  await form
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/parley`);
  await form.getByRole('checkbox', { name: 'Chat closed' }).check();
  await form.getByRole('button', { name: 'Add header' }).click();
  await form.getByLabel('Name of header 1').fill('x-tenant');
  await form.getByLabel('Value of header 1').fill('north');
  await expectAccessible(page, 'webhook form', '[role="dialog"]');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = page.getByRole('dialog', { name: 'Secret of Warehouse' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page, 'secret', '[role="dialog"]');
  await secret.getByRole('button', { name: 'I have kept it' }).click();

  await page.getByRole('button', { name: 'Actions for Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Send test event' }).click();
  await expect(page.getByText(/^Warehouse answered 200 in \d+ ms\.$/)).toBeVisible();
  expect(heard.map((body) => (JSON.parse(body) as { type: string }).type)).toEqual(['webhook.test']);
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Log' }).click();
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  await expect(page).toHaveURL(/log=/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expectFits(page);
  await expectAccessible(page, 'webhooks on a phone');
  receiver.close();
  expect(problems).toEqual([]);
});

test('ADMIN-085 ADMIN-088 a key for a program is made, shown once, used, and deleted', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Programs');
  await signIn(page, email);
  await page.goto('/admin/details?tab=apiKeys');
  await expect(page.getByText('No key yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add key' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Till');
  await form.getByRole('checkbox', { name: 'Read and change customers' }).check();
  await expectAccessible(page, 'form of a key', '[role="dialog"]');
  await form.getByRole('button', { name: 'Create' }).click();
  const told = page.getByRole('dialog', { name: 'API key Till' });
  const key = (await told.getByText(/^cek_/).textContent()) ?? '';
  await told.getByRole('button', { name: 'I have kept it' }).click();

  const row = page.getByRole('row', { name: /Till/ });
  await expect(row).toContainText('Never');
  const ask = () => page.request.get('/chatbird/api/customer_master/inputfield', { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status()).toBe(200);
  await page.reload();
  await expect(row).toContainText('from 127.0.0.1');
  await expectAccessible(page, 'API keys');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await row.getByRole('button', { name: 'Delete the key Till' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('No key yet')).toBeVisible();
  expect((await ask()).status()).toBe(401);
  expect(problems).toEqual([]);
});
