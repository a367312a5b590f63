import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test, visit } from './pages.ts';

/** A person of an enterprise of their own, behind the login. */
async function enter(page: Page, name: string, path = '/dashboard'): Promise<void> {
  const { email } = await makeEnterprise(page.request, name);
  await signIn(page, email);
  await page.goto(path);
  await expect(page.getByRole('button', { name: `Profile of ${name}` })).toBeVisible();
}

test('SHELL-038 SHELL-039 SHELL-044 SHELL-047 MENU-003 bar, menu, palette and profile are accessible when opened', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  await enter(page, 'Shell');
  await page.getByRole('button', { name: /^Chat notifications/ }).click();
  await expect(page.getByRole('menuitem', { name: /Live Chats/ })).toBeVisible();
  await expectAccessible(page, 'chat notifications', '[role="menu"]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('Nothing new')).toBeVisible();
  await expectAccessible(page, 'notifications');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Collapse the menu' }).click();
  const dashboard = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' });
  await dashboard.hover();
  await expect(page.getByRole('tooltip', { name: 'Dashboard' })).toBeVisible();
  await expectAccessible(page, 'a collapsed menu');
  await page.getByRole('button', { name: 'Expand the menu' }).click();

  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Search places and actions' }).or(page.getByPlaceholder('Search places and actions'));
  await expect(search.first()).toBeFocused();
  await search.first().fill('nothing like this');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expectAccessible(page, 'the palette', '[role="dialog"]');
  await search.first().fill('my prof');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/details\/myprofile/);

  await page.getByRole('button', { name: /^Profile of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Signout' })).toBeVisible();
  await expectAccessible(page, 'the profile menu', '[role="menu"]');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'the list of shortcuts', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await visit(page, '/dashboard');
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page).toHaveURL(/\/details\/myprofile/);
  expect(problems).toEqual([]);
});

test('SHELL-042 SHELL-043 the strip of links stands above the pages of a group, and neither on the dashboard nor on the profile', async ({
  browser,
}) => {
  const { page } = await openPage(browser);
  await enter(page, 'Strip', '/admin/permission');
  const strip = page.getByRole('navigation', { name: 'Pages of Account Settings' });
  await expect(strip.getByRole('link', { name: 'RBAC' })).toHaveAttribute('aria-current', 'page');
  for (const [path, sign] of [
    ['/dashboard', 'Converse Timing Overview'],
    ['/details/myprofile', 'General'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { name: sign })).toBeVisible();
    await expect(page.getByRole('navigation', { name: /^Pages of/ })).toHaveCount(0);
  }
});

test('WL-013 an address of the console without a screen welcomes by the brand; the bare areas lead to their first screen', async ({
  browser,
}) => {
  const { page } = await openPage(browser);
  await enter(page, 'Welcome', '/publish/nothing-here');
  await expect(page.getByRole('heading', { name: /^Welcome to (Parley|Journey Brand)$/ })).toBeVisible();
  for (const [from, to] of [
    ['/conversation', /\/chat\/conversation/],
    ['/details', /\/details\/myprofile/],
    ['/admin', /\/admin\/channels/],
  ] as const) {
    await visit(page, from);
    await expect(page).toHaveURL(to);
  }
});

test('a page hears from the windows that it opens; what is no page is closed to all others', async ({ browser }) => {
  const { page } = await openPage(browser);
  const openerOf = async (path: string) =>
    (await page.request.get(path, { headers: { accept: 'text/html' } })).headers()['cross-origin-opener-policy'];
  expect(await openerOf('/login')).toBe('same-origin-allow-popups');
  expect(await openerOf('/transaction.html?razorpay_payment_id=1')).toBe('unsafe-none');
  expect(await openerOf('/assets/app-config.json')).toBe('same-origin');
});

test('SHELL-002 SHELL-003 SHELL-004 SHELL-005 SHELL-006 SHELL-029 SHELL-030 SHELL-092 the screens of their own need a login, and have neither menu nor bar', async ({
  browser,
}) => {
  const stranger = await openPage(browser);
  await stranger.page.goto('/graph');
  await expect(stranger.page).toHaveURL(/\/login/);
  for (const path of [
    '/chatagent',
    '/graph',
    '/dialog360-redirect',
    '/dashboard',
    '/chat/conversation',
    '/admin/permission',
    '/branding',
    '/details/myprofile',
    '/marketplace',
    '/publish/anything',
  ]) {
    await visit(stranger.page, path);
    await expect(stranger.page).toHaveURL(/\/login/);
  }
  const { page } = await openPage(browser);
  await enter(page, 'Alone');
  await visit(page, '/graph');
  await expect(page).toHaveURL(/\/graph$/);
  await expect(page.getByText('Converse Timing Overview')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Profile of/ })).toHaveCount(0);
  await visit(page, '/dialog360-redirect');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await visit(page, '/chatagent');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toHaveCount(0);
  await expect(
    page
      .getByRole('main')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);

  const viewer = await openPage(browser);
  await signIn(viewer.page, 'checker@demo.example');
  // The inbox of a window of its own is for users who handle chats.
  for (const path of ['/dialog360-redirect', '/chatagent']) {
    await viewer.page.goto(path);
    await expect(viewer.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
});

test('DASH-001 DASH-002 the timing overview opens with a month and follows its tabs', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  await enter(page, 'Periods');
  const block = page.getByRole('region', { name: 'Converse Timing Overview' });
  await expect(block.getByRole('tab', { name: '1 Month' })).toHaveAttribute('aria-selected', 'true');
  await expect(block.getByRole('tab')).toHaveText(['1 Month', '15 Days', '7 Days', '1 Day']);
  for (const [period, days, step] of [
    ['15 Days', 14, 'DAY'],
    ['7 Days', 6, 'DAY'],
    ['1 Day', 0, 'HOUR'],
  ] as const) {
    // The range runs from midnight of the first day until now: whole days, and the part of today.
    const asked = page.waitForResponse((response) => {
      const { fromDate, toDate, timeType } = Object.fromEntries(new URL(response.url()).searchParams);
      return timeType === step && Math.floor((Date.parse(toDate ?? '') - Date.parse(fromDate ?? '')) / 86_400_000) === days;
    });
    await block.getByRole('tab', { name: period }).click();
    expect((await asked).status()).toBe(200);
    await expect(block.getByRole('tabpanel', { name: period })).toBeVisible();
    await expect(block.getByText('Average pickup time (seconds)').first()).toBeVisible();
    await expect(block.getByText('Chat count').first()).toBeVisible();
  }
  await page.getByRole('link', { name: /^Missed today/ }).click();
  const missed = page.getByRole('dialog', { name: 'Missed today' });
  await expect(missed.getByText('No missed chats today')).toBeVisible();
  await expectAccessible(page, 'the missed chats', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(missed).toHaveCount(0);
  await page.getByRole('link', { name: /^Waiting now/ }).click();
  await expect(page.getByRole('dialog', { name: 'Chat Notification' }).getByText('No Record')).toBeVisible();
  expect(problems).toEqual([]);
});

test('SHELL-051 SHELL-093 AUTH-078 the profile is asked for at the start with a token, and not without', async ({ browser }) => {
  const { page } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(asked).not.toContain('/e/enterprise/users/me');
  await enter(page, 'Starter');
  expect(asked).toContain('/e/enterprise/users/me');
  expect(asked).not.toContain('/e/enterprise/profile/');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{20,}$/);
  await visit(page, '/details/myprofile');
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible();
  expect(asked).toContain('/e/enterprise/profile/');
});

test('another language: Spanish, then Arabic turns the frame round, wide and narrow, and stays after a reload', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  await enter(page, 'Tongues', '/details/myprofile');
  const choose = async (field: string, language: string, save: string) => {
    const profile = page.locator('form').filter({ has: page.getByRole('combobox', { name: field }) });
    await profile.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: language }).click();
    await profile.getByRole('button', { name: save, exact: true }).click();
  };
  await choose('Language', 'Español', 'Save');
  const menu = (name: string) => page.getByRole('navigation', { name });
  await expect(menu('Menú principal')).toBeVisible();
  expect(await page.locator('html').evaluate(({ lang, dir }: HTMLHtmlElement) => [lang, dir])).toEqual(['es', 'ltr']);
  await choose('Idioma', 'العربية', 'Guardar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  const navigation = page.getByRole('navigation').first();
  const [menuBox, mainBox] = [await navigation.boundingBox(), await main.boundingBox()];
  expect(menuBox?.x).toBeGreaterThan((mainBox?.x ?? 0) + (mainBox?.width ?? 0) / 2);
  await expectAccessible(page, 'the dashboard in Arabic');
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(problems).toEqual([]);
});
