import { expect } from '@playwright/test';
import { findMailLink, makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, password, test } from './pages.ts';

test('AUTH-002 AUTH-004 AUTH-005 AUTH-082 a person signs up, activates by the mail, and signs in', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const email = `new-${Date.now().toString(36)}@journey.example`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/signup/);
  await page.getByLabel('Name').fill('New Person');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill('something-else');
  await page.getByLabel('I accept the terms of service').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Your passwords do not match. Please try again.')).toBeVisible();
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await expectAccessible(page, 'after signing up');

  await page.goto(await findMailLink(page.request, email));
  await expect(page.getByRole('heading', { name: 'Account activation' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('button', { name: 'Profile of New Person' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('AUTH-003 AUTH-006 AUTH-029 AUTH-030 AUTH-033 AUTH-034 a forgotten password is set anew by the mail, once', async ({ browser }) => {
  const { page } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Forgetful');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();

  let link = '';
  await expect(async () => {
    link = await findMailLink(page.request, email);
    expect(link).toContain('code=900');
  }).toPass();
  await page.goto(link);
  await page.getByLabel('New Password').fill('short');
  await page.getByLabel('Confirm Password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your Password must be atleast 8 characters long').first()).toBeVisible();
  await page.getByLabel('New Password').fill('Another-password-1');
  await page.getByLabel('Confirm Password').fill('Another-password-1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Another-password-1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(link);
  await page.getByLabel('New Password').fill('Yet-another-1');
  await page.getByLabel('Confirm Password').fill('Yet-another-1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('AUTH-031 AUTH-073 any other code is the change flow, which says what the server says', async ({ browser }) => {
  const { page } = await openPage(browser);
  await page.goto('/reset-password?code=7&uId=1&eId=2&resetCode=nothing');
  const asked = page.waitForRequest(/\/account\/enterprise\/changepassword$/);
  await page.getByLabel('New Password').fill('Another-password-1');
  await page.getByLabel('Confirm Password').fill('Another-password-1');
  await page.getByRole('button', { name: 'Set password' }).click();
  const answer = (await (await (await asked).response())?.json()) as { message: string };
  await expect(page.getByRole('alert')).toHaveText(answer.message);
  await expect(page).toHaveURL(/\/reset-password/);
});

test('AUTH-077 AUTH-080 AUTH-085 SHELL-094 a second device asks before it ends the first, which is then signed out in words', async ({
  browser,
}) => {
  const first = await openPage(browser);
  const { email } = await makeEnterprise(first.page.request, 'Twice');
  const second = await openPage(browser);
  for (const { page } of [first, second]) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    if (page === first.page) await expect(page).toHaveURL(/\/dashboard/);
  }
  await expect(second.page.getByText('You are signed in on another device. Remove that session and continue?')).toBeVisible();
  await expectAccessible(second.page, 'the question about another session', '[role="dialog"], main');
  await second.page.getByRole('button', { name: 'No' }).click();
  await expect(second.page.getByText('You are signed in on another device.')).toHaveCount(0);
  await second.page.getByRole('button', { name: 'Sign In' }).click();
  await second.page.getByRole('button', { name: 'Yes' }).click();
  // The words stand for some seconds.
  await expect(first.page.getByText('Session Expired! Please login')).toBeVisible();
  await expect(first.page).toHaveURL(/\/login/);
  await expect(second.page).toHaveURL(/\/dashboard/);
});
