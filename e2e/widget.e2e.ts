import { expect } from '@playwright/test';
import { fieldOf, messageIn, openWidget, say, visitDemo } from './chats.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, test } from './pages.ts';

test('the widget works on a foreign origin under a strict policy', async ({ browser, baseURL }) => {
  const host = await hostPage(baseURL as string);
  const { page, problems } = await openPage(browser);
  await page.goto(`http://127.0.0.1:${host.port}/`);
  await openWidget(page);
  await say(page, 'Where is my parcel?');
  await expect(page.getByText('two to four working days')).toBeVisible();
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  host.close();
});

test('the widget stays away where the domain is not allowed, and tells the developer why', async ({ browser, baseURL }) => {
  const host = await hostPage(baseURL as string);
  const { page } = await openPage(browser);
  const told = page.waitForEvent('console', (message) => message.type() === 'warning' && message.text().startsWith('Parley chat:'));
  await page.goto(`http://shop.localhost:${host.port}/`);
  expect((await told).text()).toBe(
    `Parley chat: This page may not show the widget. Add its domain, shop.localhost:${host.port}, to the website channel.`,
  );
  await expect(page.getByRole('heading', { name: 'Foreign' })).toBeVisible();
  await expect(page.locator('parley-chat')).toHaveCount(0);
  host.close();
});

test('messages that a visitor writes offline are kept over a reload and delivered once and in order', async ({ browser }) => {
  const { page } = await visitDemo(browser);
  await say(page, 'Do you deliver on Sundays?');
  await expect(
    page
      .getByText('Sent')
      .or(page.getByRole('img', { name: /Sent|Read/ }))
      .first(),
  ).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Messages are sent when the connection is back.')).toBeVisible();
  const words = ['one of three', 'two of three', 'three of three'];
  for (const text of words) await say(page, text);
  await expect(page.getByRole('img', { name: 'Waiting for connection' })).toHaveCount(3);
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Waiting for connection' })).toHaveCount(0);
  await page.reload();
  await expect(messageIn(page, /^(one|two|three) of three$/)).toHaveText(words);
});

test('the widget is open as before on another page of the site and keeps the draft; closed, it stays closed', async ({ browser }) => {
  const { page } = await openPage(browser);
  await page.goto('/demo');
  await openWidget(page);
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Half a quest');
  await page.goto('/demo?page=2');
  await expect(fieldOf(page)).toHaveValue('Half a quest');
  await expect(fieldOf(page)).not.toBeFocused();
  await fieldOf(page).press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Open chat/ })).toBeVisible();
  await expect(fieldOf(page)).toHaveCount(0);
  await openWidget(page);
  await expect(fieldOf(page)).toHaveValue('Half a quest');
});

test('the widget is accessible in every state', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  await page.goto('/demo');
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await expectAccessible(page, 'closed');
  await openWidget(page);
  await expect(page.getByText('Hello! Ask us about opening hours')).toBeVisible();
  await expectAccessible(page, 'greeting');
  await say(page, 'When are you open? See *https://example.com/a_b*');
  await expect(page.getByText('Monday to Saturday, 9:00 to 18:00')).toBeVisible();
  await fieldOf(page).fill('x'.repeat(4100));
  await expect(page.getByText('4 characters too many')).toBeVisible();
  await expectAccessible(page, 'answered, and too much typed');
  expect(problems).toEqual([]);
});
