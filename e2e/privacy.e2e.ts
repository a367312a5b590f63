import { readFileSync } from 'node:fs';
import { type ErasureCertificate, endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { isGenuine } from '../scripts/certificate-verify.ts';
import { openWidget, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test } from './pages.ts';

test('screens 11.3 a person who wrote in the widget is shown what is held, copied and erased, and the certificate holds', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Forgetful');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });
  const host = await hostPage(baseURL as string, (await channel.json()).response.widgetKey as string);
  const visitor = await openPage(browser);
  await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
  await openWidget(visitor.page);
  await say(visitor.page, 'My number plate is lost');
  await expect(visitor.page.getByRole('img', { name: /Sent|Read/ }).first()).toBeVisible();

  const list = await page.request.get(endpoints.phoneBook.list.path, { headers });
  const [{ id, name }] = (await list.json()).data.customers.customers as [{ id: string; name: string }];
  await page.goto(`/customer-master/customers/view/${id}`);
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible();
  await expectLoaded(page);
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of consents' });
  await expect(history.getByText('No consent was changed yet.')).toBeVisible();
  await page.keyboard.press('Escape');

  const openMenu = () => page.getByRole('button', { name: 'More actions', exact: true }).click();
  await openMenu();
  await page.getByRole('menuitem', { name: 'What is held' }).click();
  const held = page.getByRole('dialog', { name: `What is held about ${name}` });
  await expect(held.getByRole('row', { name: /^Chats/ }).getByRole('cell')).toHaveText(['Chats', '1']);
  await expectAccessible(page, 'what is held', '[role="dialog"]');
  await held.getByRole('button', { name: 'Copy as zip' }).click();
  const copied = page.waitForEvent('download');
  await held.getByRole('button', { name: /^Copy of / }).click();
  const zip = readFileSync(await (await copied).path());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await held.getByRole('button', { name: 'Close' }).last().click();

  await openMenu();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  const erasing = page.getByRole('dialog', { name: `Erase ${name}` });
  await expect(erasing.getByText('1 open chat is closed.')).toBeVisible();
  const submit = erasing.getByRole('button', { name: 'Erase for good' });
  await expect(submit).toBeDisabled();
  await erasing.getByLabel('Reason').fill('Asked by letter');
  await erasing.getByLabel(`Type ${name} to confirm`).fill(name);
  await expectAccessible(page, 'erasing', '[role="dialog"]');
  await submit.click();
  await expect(page).toHaveURL(/\/customer-master\/customers(\?|$)/);

  await page.goto('/admin/details?tab=privacy');
  const row = page.getByRole('table', { name: 'Erasures' }).getByRole('row').nth(1);
  await expect(row.getByText('Done')).toBeVisible();
  await expectAccessible(page, 'privacy');
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Certificate of / }).click();
  const signed = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as {
    certificate: ErasureCertificate;
    signature: string;
    publicKey: string;
  };
  expect(isGenuine(signed)).toBe(true);
  expect(signed.certificate).toMatchObject({ customerId: id, reason: 'Asked by letter', erased: { chats: 1, profile: 1 } });
  expect(problems).toEqual([]);
  host.close();
});

test('screens 1.4 a shorter retention is counted, waits a day and is given up', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Keepers');
  await signIn(page, email);
  await page.goto('/admin/details?tab=privacy');
  const chats = page.getByLabel('Days for chats');
  await expect(chats).toHaveValue('');
  await chats.fill('90');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Shorten the retention?' });
  await expect(asked.getByText('Nothing is that old yet.')).toBeVisible();
  await expectAccessible(page, 'shorten', '[role="dialog"]');
  await asked.getByRole('button', { name: 'Shorten in 24 hours' }).click();
  const waiting = page.getByRole('alert').filter({ hasText: 'A shorter retention waits' });
  await expect(waiting).toContainText('Days for chats: 90');
  await expect(waiting).toContainText('in 23 hours');
  await expect(chats).toHaveValue('');
  await expectAccessible(page, 'a shorter retention waits');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(waiting).toHaveCount(0);
  expect(problems).toEqual([]);
});
