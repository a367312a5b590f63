import { type CDPSession, expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, password, signIn, test, visit } from './pages.ts';

const settings = (page: Page) => page.getByRole('table', { name: 'Ways of each kind' });
const cell = (page: Page, kind: string, way: string) => page.getByRole('switch', { name: `${kind}: ${way}` });
const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name, exact: true });
/** By the keyboard: what has just been said may lie over a switch for some seconds. */
const press = (page: Page, kind: string, way: string) => cell(page, kind, way).press('Space');

test('screens 11.5 how one hears of each kind is chosen, kept, and tried', async ({ browser }) => {
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
  await page.getByRole('option', { name: 'Once a day at 09:00' }).click();
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
  await expect(page.getByRole('combobox', { name: 'Mails' })).toHaveValue('Once a day at 09:00');

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

  // Whoever goes to the place by another way has read it all the same.
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

/** The id of the worker's registration, as the browser's own tools name it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

test('SHELL-087 screens 11.5 a browser that cannot subscribe says so; its worker shows a push while the console is closed, and opens it', async ({
  browser,
  baseURL,
}) => {
  // Of its own, since what a browser allows is allowed to all pages of a context.
  const context = await browser.newContext({ permissions: ['notifications'] });
  const page = await context.newPage();
  const { email } = await makeEnterprise(page.request, 'Sleepers');
  const answer = await page.request.post('/account/enterprise/login/twoFactorAuth', { form: { email, password } });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await page.goto('/details/myprofile#notifications');
  const push = page.getByRole('switch', { name: /^Notifications of the browser/ });
  await expect(push).toBeEnabled();
  // There is no push service for a browser without a vendor.
  await push.press('Space');
  await expect(page.getByRole('alert').getByText('The browser could not be registered')).toBeVisible();
  await expect(push).not.toBeChecked();
  await expect(push).toBeEnabled();
  await expectAccessible(page, 'a browser that could not be registered', '#notifications');

  const session = await context.newCDPSession(page);
  const registrationId = await registrationOf(session);
  await expect.poll(() => context.serviceWorkers().map((worker) => new URL(worker.url()).pathname)).toEqual(['/push-worker.js']);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  const deliver = (data: object) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: String(baseURL), registrationId, data: JSON.stringify(data) });
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title }) => title);
    });

  // Who looks at the console has its toast.
  await deliver({ kind: 'import_done', count: 1, path: '/customer-master/uploads' });
  await page.goto('about:blank');
  const consoles = () =>
    worker.evaluate(async () => {
      const { clients } = self as unknown as { clients: { matchAll: (options: object) => Promise<unknown[]> } };
      return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
    });
  await expect.poll(consoles).toBe(0);
  // The browser's tools lose what is given to them while the page changes its process; a repeat takes the place of the first.
  await expect(async () => {
    await session.send('ServiceWorker.enable');
    await deliver({ kind: 'channel_error', count: 2, path: '/admin/channels' });
    await expect.poll(shown, { timeout: 2000 }).toEqual(['Channels that stop (2)']);
  }).toPass();

  await page.goto('/dashboard');
  await expect(bell(page, 'Notifications')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await worker.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; dispatchEvent: (event: Event) => void };
    const [notification] = await scope.registration.getNotifications();
    const Click = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event }).NotificationEvent;
    scope.dispatchEvent(new Click('notificationclick', { notification }));
  });
  await expect(page).toHaveURL('/admin/channels');
  await expect.poll(shown).toEqual([]);
  await context.close();
});
