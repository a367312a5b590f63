import { expect } from '@playwright/test';
import { expectAccessible, expectLoaded, openPage, password, test, visit } from './pages.ts';

test('AUTH-001 AUTH-017 AUTH-021 AUTH-081 SHELL-001 a person signs in from the empty address, is refused in words first, and signs out', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('This field is mandatory.').first()).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill('viewer@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText('Converse Timing Overview')).toBeVisible();
  // Reads that begin while the session ends are refused, which the browser notes.
  await expectLoaded(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('menuitem', { name: /Sign ?out/i }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  expect(problems).toEqual([]);
});

test('AUTH-026 AUTH-027 forgot password answers the same for everybody and leads back', async ({ browser }) => {
  const { page } = await openPage(browser);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('stranger@nowhere.example');
  await page
    .getByRole('button', { name: /send|submit|reset/i })
    .first()
    .click();
  await expect(page.getByText('An email has been sent with instruction on how to reset the password.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('SHELL-007 SHELL-008 an unknown address outside the layout is the not-found screen', async ({ browser }) => {
  const { page } = await openPage(browser);
  await page.goto('/no-such-place');
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible();
});

test('the first screen asks for its brand and for each script once, and for all of them at once', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const html = (await (await page.goto('/login'))?.text()) ?? '';
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const scripts = asked.filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.filter((path) => path.endsWith('.json')).length).toBe(2);
  // The scripts of toasts load after the screen.
  const late = scripts.filter((path) => !html.includes(path) && !/toast/.test(path));
  expect(late.filter((path) => /page|layout|frame|fields|base/.test(path))).toEqual([]);
  expect(problems).toEqual([]);
});

test('every screen before the login is accessible and clean', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  await page.goto('/login');
  for (const [path, heading] of [
    ['/login', /^Sign in to/],
    ['/signup', 'Create your account'],
    ['/forgot-password', 'Reset your password'],
    ['/reset-password?code=900&resetCode=x', 'Choose a new password'],
    ['/no-such-place', /not found/i],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expectAccessible(page, path);
  }
  expect(problems).toEqual([]);
});
