import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

const settings = (page: Page) => page.getByRole('table', { name: 'Ways of each kind' });
const cell = (page: Page, kind: string, way: string) => page.getByRole('switch', { name: `${kind}: ${way}` });
const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name, exact: true });
/** Presses by the keyboard: a toast may cover a switch for some seconds. */
const press = (page: Page, kind: string, way: string) => cell(page, kind, way).press('Space');

test('screens 11.5 the ways of each kind of notification are chosen, kept, and tried', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Listeners of news');
  await signIn(page, email);
  await page.goto('/details/myprofile#notifications');
  await expect(settings(page)).toBeInViewport();
  await expectLoaded(page);
  await expectAccessible(page, 'ways of notifications', '#notifications');
  await expect(cell(page, 'Imports done', 'Mail')).not.toBeChecked();
  await press(page, 'Imports done', 'Mail');
  await press(page, 'Imports done', 'Browser');
  await page.getByRole('combobox', { name: 'Mails' }).click();
  await page.getByRole('option', { name: 'Once a day at 09:00 AM' }).click();
  await expect(page.getByText('Your mails come at this time from now on.')).toBeVisible();

  for (const way of ['List', 'Mail', 'Browser']) await press(page, 'Channels that stop', way);
  await expect(page.getByText('You are responsible for this: leave the list, mail or the browser on.')).toBeVisible();
  await expect(cell(page, 'Channels that stop', 'Browser')).toBeChecked();
  // The browser counts a refused save as a failed request, and says so.
  expect(problems.splice(0)).toEqual([expect.stringContaining('422')]);

  await page.reload();
  await expect(cell(page, 'Imports done', 'Mail')).toBeChecked();
  await expect(cell(page, 'Imports done', 'Browser')).not.toBeChecked();
  await expect(cell(page, 'Channels that stop', 'List')).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Mails' })).toHaveValue('Once a day at 09:00 AM');

  // The part that marks what leads to this page as read comes a moment behind it.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page, 'ways of notifications on a phone', '#notifications');
  expect(problems).toEqual([]);
});

test('SHELL-041 the icon leads to all notifications; what is opened is read, also by its address', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Readers of news');
  const token = await signIn(page, email);
  const sendTest = async () => {
    const answer = await page.request.post('/e/enterprise/notifications/test', { headers: { 'authentication-token': token }, data: {} });
    expect(answer.status()).toBe(200);
  };
  await page.goto('/dashboard');
  await expect(bell(page, 'Notifications')).toBeVisible();
  await sendTest();
  await bell(page, 'Notifications, 1 unread').click();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL('/notifications');
  await expect(page).toHaveTitle(/^Notifications/);
  const row = page.getByRole('main').getByRole('button', { name: /^This is a test/ });
  await expect(row).toBeVisible();
  await expectAccessible(page, 'notifications');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Imports done' }).click();
  await expect(page).toHaveURL('/notifications?kind=import_done');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.goBack();
  await row.click();
  await expect(page).toHaveURL('/details/myprofile#notifications');
  await expect(bell(page, 'Notifications')).toBeVisible();

  // Reaching the place by another way also marks the notification as read.
  await visit(page, '/dashboard');
  await sendTest();
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible();
  await visit(page, '/details/myprofile');
  await expect(bell(page, 'Notifications')).toBeVisible();
  await expect(bell(page, /unread/)).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/notifications');
  await expect(row.first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page, 'notifications on a phone');
  expect(problems).toEqual([]);
});
