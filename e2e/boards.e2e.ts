import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { openAgent, openWidget, pickUp, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('a supervisor makes a board of two figures, opens the chats of one, and puts it on a wall', async ({ browser, baseURL }) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Walls');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });
  const host = await hostPage(baseURL as string, (await channel.json()).response.widgetKey as string);
  const asha = await openAgent(browser, page.request, headers, email.replace('walls-', 'asha-'), 'Asha', []);
  for (const words of ['Where is my order?', 'I want a refund']) {
    const visitor = await openPage(browser);
    await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
    await openWidget(visitor.page);
    await say(visitor.page, words);
  }
  await pickUp(asha, 'Where is my order?');

  await page.goto('/boards');
  await page.getByRole('link', { name: 'Create board' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Today');
  await page.getByRole('button', { name: 'Add tile' }).click();
  await page.getByRole('combobox', { name: 'Figure' }).click();
  await page.getByRole('option', { name: 'Attended chats', exact: true }).click();
  await page.getByRole('combobox', { name: 'Divided by' }).click();
  await page.getByRole('option', { name: 'Agent', exact: true }).click();
  await page.getByRole('combobox', { name: 'Chart' }).click();
  await page.getByRole('option', { name: 'Table' }).click();
  await expectAccessible(page, 'the form of a board');
  await page.getByRole('button', { name: 'Save board' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Attended chats, Asha: 1. Show 1 chat' })).toBeVisible();
  await expectAccessible(page, 'a board');
  await page.getByRole('button', { name: 'Incoming chats: 2. Show 2 chats' }).click();
  const drawer = page.getByRole('dialog', { name: 'Chats' });
  await expect(drawer.getByText('2 rows')).toBeVisible();
  await expect(drawer.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(drawer.getByText('2 rows')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Wall', exact: true }).click();
  const wall = page.getByRole('dialog', { name: 'Today' });
  await expect(wall.getByRole('region', { name: 'Incoming chats' })).toContainText('2');
  await expect(wall.getByRole('button')).toHaveText(['Leave the wall']);
  await expectAccessible(page, 'a board on a wall');
  // One more chat comes: the wall has it without a hand on it.
  const visitor = await openPage(browser);
  await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
  await openWidget(visitor.page);
  await say(visitor.page, 'One more');
  await expect(wall.getByRole('region', { name: 'Incoming chats' })).toContainText('3', { timeout: 30_000 });
  await wall.getByRole('button', { name: 'Leave the wall' }).click();

  await page.goto('/boards/schedules');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByRole('combobox', { name: 'Board' }).click();
  await page.getByRole('option', { name: 'Today' }).click();
  await expectAccessible(page, 'the form of a schedule');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Actions of Today' }).click();
  await page.getByRole('menuitem', { name: 'Send to me now' }).click();
  await page.getByRole('button', { name: 'Actions of Today' }).click();
  await page.getByRole('menuitem', { name: 'Show mails' }).click();
  const log = page.getByRole('dialog', { name: 'Mails of Today' });
  await expect(log.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'the mails of a board');
  expect(problems).toEqual([]);
  host.close();
});
