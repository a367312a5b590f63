import { expect } from '@playwright/test';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

const screens = [
  '/dashboard',
  '/graph',
  '/chat/conversation',
  '/admin/chatConfig/chat-config?section=limits',
  '/admin/chatConfig/chat-config?section=messages',
  '/journey/workspace',
  '/journey/monitor',
  '/journey/workspace?view=table',
  '/publish',
  '/admin/permission',
  '/branding',
  '/billing',
  '/billing?tab=consumption',
  '/billing?tab=rates',
  '/billing?tab=wallet',
  '/billing?tab=recharge',
  '/billing?tab=alerts',
  '/billing?tab=invoices',
  '/services',
  '/marketplace',
  '/details/myprofile',
  '/encaps',
  '/encaps/forms',
  '/content-library/nothing-here',
];

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`every screen is accessible, quiet and fits: ${width} wide`, async ({ browser }) => {
    const { page, problems } = await openPage(browser, { viewport: { width, height } });
    await signIn(page, 'admin@demo.example');
    await page.goto('/dashboard');
    for (const path of screens) {
      await visit(page, path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('main')).toBeVisible();
      await expectLoaded(page);
      await expectAccessible(page, `${path} ${width}`);
      await expectFits(page);
    }
    expect(problems).toEqual([]);
  });
}

test('MENU-001 MENU-002 SHELL-032 NOTIF-001 menu and bar show what the user may open and nothing else', async ({ browser }) => {
  const maker = await openPage(browser);
  await signIn(maker.page, 'maker@demo.example');
  await maker.page.goto('/dashboard');
  const menu = maker.page.getByRole('navigation').first();
  await expect(menu.getByText('Dashboard')).toBeVisible();
  await expect(menu.getByText('Converse')).toHaveCount(0);
  await expect(menu.getByText('Account Settings')).toHaveCount(0);
  await expect(maker.page.getByRole('button', { name: /^Chat notifications/ })).toHaveCount(0);
  const administrator = await openPage(browser);
  await signIn(administrator.page, 'admin@demo.example');
  await administrator.page.goto('/dashboard');
  await expect(administrator.page.getByRole('navigation').first().getByText('Converse')).toBeVisible();
  await expect(administrator.page.getByRole('navigation').first().getByText('Account Settings')).toBeVisible();
  await expect(administrator.page.getByRole('button', { name: /^Chat notifications/ })).toBeVisible();
});

test('SHELL-083 SHELL-084 going offline and coming back is said', async ({ browser }) => {
  const { page } = await openPage(browser);
  await signIn(page, 'developer@demo.example');
  await page.goto('/dashboard');
  // All of the screen's scripts have arrived: one that fails to load reloads the page, which would lose the words looked for.
  await expect(page.getByText('Converse Timing Overview')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByText('Network is offline,Please Turn On Internet!').first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Network is Back!').first()).toBeVisible();
});

test('WL-001 a brand is published, seen by others at once, and the one before is restored', async ({ browser }) => {
  const administrator = await openPage(browser);
  await signIn(administrator.page, 'admin@demo.example');
  const { page } = administrator;
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    const question = page.getByRole('dialog', { name: 'Publish this branding?' });
    await expect(question).toBeVisible();
    // The words of the publication before may still stand there: only the answer tells of this one.
    // A draft that was changed is saved first, at a shorter address.
    const published = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/branding/publish'));
    await question.getByRole('button', { name: 'Publish' }).click();
    expect((await published).status()).toBe(200);
    // Not by the words that say so: one toast stands at a time, and the notification of the same change may take its place at once.
    await expect(question).toHaveCount(0);
  };
  // The published values are loaded again, so that the next change starts from them.
  const shows = async (title: string) => {
    await page.goto('/branding');
    await expect(page.getByLabel('Title').first()).toHaveValue(title);
  };
  await shows('Parley');
  await publish();
  await shows('Parley');
  await page.getByLabel('Title').first().fill('Journey Brand');
  await publish();
  await shows('Journey Brand');

  const other = await openPage(browser);
  await other.page.goto('/login');
  await expect(other.page.getByRole('heading', { name: 'Sign in to Journey Brand' })).toBeVisible();
  await expect(other.page).toHaveTitle(/Journey Brand$/);
  await page.getByRole('button', { name: 'Restore previous' }).first().click();
  const question = page.getByRole('dialog', { name: 'Restore the previous branding?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question before restoring', '[role="dialog"]');
  const restored = page.waitForResponse((answer) => answer.request().method() !== 'GET' && /branding/i.test(answer.url()));
  await question.getByRole('button', { name: 'Restore previous' }).click();
  expect((await restored).status()).toBe(200);
  await shows('Parley');
  await other.page.reload();
  await expect(other.page.getByRole('heading', { name: 'Sign in to Parley' })).toBeVisible();

  await page.getByRole('button', { name: 'Restore previous' }).first().click();
  await question.getByRole('button', { name: 'Restore previous' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue('Journey Brand');
  await page.getByRole('button', { name: 'Restore the default' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore the default' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue('Parley');
});
