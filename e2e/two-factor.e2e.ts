import { expect, type Page } from '@playwright/test';
import { codeAtStep, stepAt } from '../apps/server/src/platform/secrets/totp.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, openProtocol, password, signIn, test } from './pages.ts';

/**
 * Returns the code that the app shows now, or in the next step, since each step counts once. The server takes a step on either side, so
 * time may go on.
 */
const codeOf = (secret: string, shift = 0) => codeAtStep(secret.replaceAll(' ', ''), stepAt(new Date()) + shift);

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Opens the dialog on the profile once the page is whole, and nothing moves any more under the press. */
async function openSetup(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'Ways of each kind' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
}

/** Sets an app up in what stands on the page. @returns its secret */
async function setAppUp(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Authenticator app/ }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('6-digit code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  return secret;
}

test('AUTH-019 SHELL-094 ADMIN-071 ADMIN-072 ADMIN-074 a person sets an app up, keeps the recovery codes, and signs in with either', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Factor');
  await signIn(page, email);
  await page.goto('/details/myprofile');
  await openSetup(page);
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'the choice of second factors', '[role="dialog"]');
  const secret = await setAppUp(page);
  await expect(dialog.getByText('Keep these codes')).toBeVisible();
  await expectAccessible(page, 'the recovery codes', '[role="dialog"]');
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('menuitem', { name: /Sign ?out/i }).click();
  await enterPassword(page, email);
  await expect(page.getByRole('heading', { name: 'Enter your second factor' })).toBeVisible();
  await expectAccessible(page, 'the second step of the sign-in');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByLabel('6-digit code').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText('Converse Timing Overview')).toBeVisible();
  await expectLoaded(page);

  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('menuitem', { name: /Sign ?out/i }).click();
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

test('ADMIN-069 AUTH-079 RBAC-032 once the enterprise requires it, a second factor comes before the app', async ({ browser }) => {
  const { page } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Enforced');
  const token = await signIn(page, email);
  await page.goto('/admin/sso');
  await expect(page.getByRole('switch', { name: /Require a second factor/ })).toBeVisible();
  await expectAccessible(page, 'the settings of signing in');
  await page.getByRole('combobox', { name: 'From when' }).click();
  await page.getByRole('option', { name: 'At once' }).click();
  await expect(page.getByText('You have no second factor yourself')).toBeVisible();
  await page.getByRole('switch', { name: /Require a second factor/ }).click();
  await expect(page).toHaveURL(/\/two-factor/);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await expectAccessible(page, 'setting a second factor up before the app');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await enterPassword(page, email);
  await expect(page).toHaveURL(/\/two-factor/);
  await setAppUp(page);
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
  await expect(page.getByText('Converse Timing Overview')).toBeVisible();
});

test('ADMIN-078 a passkey is made, and is the second factor of the next sign-in', async ({ browser, baseURL }) => {
  const { page } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Passkey');
  // Passkeys belong to a name, and 127.0.0.1 is none.
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  const session = await openProtocol(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/login`);
  await enterPassword(page, email);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`${origin}/details/myprofile`);
  await openSetup(page);
  await page.getByRole('button', { name: /^Passkey/ }).click();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(page.getByText('Passkey: Laptop')).toBeVisible();
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('menuitem', { name: /Sign ?out/i }).click();
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await session.send('WebAuthn.disable');
  await session.detach();
  await page.goto('/login');
});
