import { type CDPSession, expect } from '@playwright/test';
import { findBrowsers, wholeBrowserHelp } from './browser.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, password, test } from './pages.ts';

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
  test.skip(!findBrowsers().whole, `a browser with notifications: ${wholeBrowserHelp}`);
  // Needs a context of its own, since a permission of the browser holds for all pages of a context.
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

  // Users who look at the console get its toast.
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
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await worker.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; dispatchEvent: (event: Event) => void };
    const [notification] = await scope.registration.getNotifications();
    const Click = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event }).NotificationEvent;
    scope.dispatchEvent(new Click('notificationclick', { notification }));
  });
  await expect(page).toHaveURL('/admin/channels');
  await expect.poll(shown).toEqual([]);

  // A page that is opened without a network says so, and comes by itself.
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'There is no network' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await context.close();
});
