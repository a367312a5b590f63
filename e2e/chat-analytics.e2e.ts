import { readFile } from 'node:fs/promises';
import { type AnalyticsTables, endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { messageIn, openAgent, openWidget, pickUp, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('MENU-019 CHAT-001 screens 2.5 a supervisor clicks numbers of the analysis and finds as many chats as they say, and the file has the same', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Counters');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });
  const host = await hostPage(baseURL as string, (await channel.json()).response.widgetKey as string);
  const asha = await openAgent(browser, page.request, headers, email.replace('counters-', 'asha-'), 'Asha', []);
  for (const words of ['Where is my order?', 'I want a refund']) {
    const visitor = await openPage(browser);
    await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
    await openWidget(visitor.page);
    await say(visitor.page, words);
    if (words === 'I want a refund') continue;
    await pickUp(asha, words);
    await expect(messageIn(asha, words)).toBeVisible();
  }

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Chats: 2. Open the chats' }).click();
  const counted = page.getByRole('dialog', { name: 'Chats of this figure' });
  await expect(counted.getByText('2 rows')).toBeVisible();
  await expect(counted.getByRole('row')).toHaveCount(3);
  await expectAccessible(page, 'the chats behind a number of the dashboard');
  await page.keyboard.press('Escape');
  await expect(counted).toBeHidden();

  await page.goto('/chat/analytics');
  await page.getByRole('button', { name: 'Incoming: 2. Show 2 chats' }).click();
  const drawer = page.getByRole('dialog', { name: 'Chats' });
  await expect(drawer.getByText('2 rows')).toBeVisible();
  await expect(drawer.getByRole('row')).toHaveCount(3);
  await expectAccessible(page, 'the chats behind a figure');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Attended: 1. Show 1 chat' }).first().click();
  await expect(drawer.getByText('1 row', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('cell', { name: 'Asha' })).toBeVisible();
  await drawer.getByRole('link', { name: /^Read the chat with / }).click();
  await expect(page.getByRole('dialog').getByText('Where is my order?')).toBeVisible();
  await page.goBack();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Incoming: 2 more than before. Show why' }).click();
  const why = page.getByRole('dialog', { name: 'Why it changed' });
  await expect(why.getByText('Too few chats to explain')).toBeVisible();
  await expectAccessible(page, 'why a figure changed');
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();

  await page.getByRole('button', { name: 'What has changed since?' }).click();
  const late = page.getByRole('dialog', { name: 'What has changed since' });
  // Both chats are of today, which was not over at midnight.
  await expect(late.getByText('Nothing has changed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(late).toBeHidden();

  await page.getByRole('button', { name: 'Targets' }).click();
  const targets = page.getByRole('dialog', { name: 'Targets' });
  await targets.getByLabel('Average wait, minutes').fill('5');
  await expectAccessible(page, 'the targets of figures');
  await targets.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Target 5:00: reached')).toBeVisible();

  const agents = page.getByRole('table', { name: 'Agents' });
  await expect(agents.getByRole('button', { name: 'Chats, Asha: 1. Show 1 chat' })).toBeVisible();
  await expect(agents.getByRole('button', { name: 'All chats: 1. Show 1 chat' })).toBeVisible();
  const { foot } = (await (await page.request.get(endpoints.chatAnalytics.tables.path, { headers })).json()).data as AnalyticsTables;
  expect(foot).toEqual({ sum: 1, extra: 0, several: 0, whole: 1 });
  await expectAccessible(page, 'the analysis of chats');

  await page.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Figures (CSV)' }).click()]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  const fileOf = (measure: string) =>
    lines
      .find((line) => line.startsWith('"all"') && line.includes(`"${measure}"`))
      ?.split(',')
      .at(-1);
  expect([fileOf('chat.incoming'), fileOf('chat.attended'), fileOf('chat.waiting')]).toEqual(['"2"', '"1"', '"1"']);
  expect(problems).toEqual([]);
  host.close();
});
