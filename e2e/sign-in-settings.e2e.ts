import { expect, type Page } from '@playwright/test';
import { readRequest, signInUrl, startSamlProvider } from '../apps/server/test/saml-provider.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

/** Nothing above the providers moves any more under a press. */
const expectWhole = (page: Page) => expect(page.getByRole('switch', { name: /Require a second factor/ })).toBeVisible();

async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/sso');
  await expectWhole(page);
}

test('AUTH-020 an administrator adds an identity provider, claims a domain, and is told why a test cannot be taken', async ({
  browser,
}) => {
  const { page } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Provider');
  await signIn(page, email);
  await openSettings(page);
  await expect(page.getByText('No identity provider yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field is mandatory.').first()).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Our directory');
  await dialog.getByLabel('Address of the provider (issuer)').fill('http://login.journey.invalid');
  await dialog.getByLabel('Client ID').fill('parley');
  await dialog.getByLabel('Client secret').fill('a-secret');
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await dialog.getByLabel('Group', { exact: true }).fill('agents');
  await dialog.getByRole('combobox', { name: 'Roles', exact: true }).press('ArrowDown');
  await page.getByRole('option', { name: 'Handle Chats' }).click();
  await dialog.getByLabel('Client ID').click();
  await expectAccessible(page, 'the form of a provider', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/https/).first()).toBeVisible();
  await dialog.getByLabel('Address of the provider (issuer)').fill('https://login.journey.invalid');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const card = page.getByRole('region', { name: 'Our directory' });
  await expect(card.getByText('Not tested')).toBeVisible();
  await card.getByLabel('Domain of email addresses').fill('nowhere');
  await card.getByRole('button', { name: 'Add domain' }).click();
  await expect(card.getByText('Please enter a domain such as example.com.')).toBeVisible();
  await card.getByLabel('Domain of email addresses').fill('journey-domain.invalid');
  await card.getByRole('button', { name: 'Add domain' }).click();
  await expect(card.getByText(/sso-verification=[0-9a-f]{40}/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Switch on' })).toBeDisabled();
  await expect(card.getByRole('button', { name: 'Enforce' })).toBeDisabled();
  await expectAccessible(page, 'the settings of single sign-on');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/The identity provider could not be used/)).toBeVisible();
  await card.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('No identity provider yet')).toBeVisible();
});

test('AUTH-062 a SAML provider is added by its metadata, tested through the browser, and let manage users by a key', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Assertions');
  await signIn(page, email);
  await openSettings(page);
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('SAML 2.0').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Our directory');
  await dialog.getByLabel('Metadata of the provider').fill('<html></html>');
  await dialog.getByRole('button', { name: 'Read metadata' }).click();
  await expect(dialog.getByText(/this is not the metadata of one SAML identity provider/)).toBeVisible();
  const provider = await startSamlProvider();
  await dialog.getByLabel('Metadata of the provider').fill(provider.metadata);
  await dialog.getByRole('button', { name: 'Read metadata' }).click();
  await expect(dialog.getByLabel('Entity ID of the provider')).toHaveValue(provider.issuer);
  await expect(dialog.getByLabel('Sign-in page')).toHaveValue(signInUrl);
  await expect(dialog.getByLabel('Signing certificates')).toHaveValue(/^-----BEGIN CERTIFICATE-----/);
  await expectAccessible(page, 'the form of a SAML provider', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const card = page.getByRole('region', { name: 'Our directory' });
  const ours = (await card.getByText(/\/account\/enterprise\/saml\/.*\/metadata$/).textContent()) ?? '';
  const metadata = await (await page.request.get(new URL(ours).pathname)).text();
  // The provider's page: it signs in every visitor, and lets their browser post the answer.
  await page.route(`${signInUrl}**`, async (route) => {
    const { SAMLResponse, RelayState } = await provider.signIn(route.request().url(), metadata, {
      subject: 'asha',
      email: 'asha@example.com',
      groups: ['agents'],
    });
    const { recipient } = readRequest(route.request().url());
    const body = `<form method="post" action="${recipient}"><input name="SAMLResponse" value="${SAMLResponse}"><input name="RelayState" value="${RelayState}"><button>Continue</button></form>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  await card.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The test went well')).toBeVisible();
  await expect(page.getByText('asha@example.com')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();
  await expect(card.getByText('Tested', { exact: true })).toBeVisible();
  await expectWhole(page);
  await card.getByRole('button', { name: 'Let the provider manage users' }).click();
  await dialog.getByRole('combobox', { name: 'Who takes over' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(dialog.getByText(/^scim_/)).toBeVisible();
  const key = (await dialog.getByText(/^scim_/).textContent()) ?? '';
  await expectAccessible(page, 'the key of a provider', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  const base = (await card.getByText(/\/account\/scim\/v2\//).textContent()) ?? '';
  const listed = await page.request.get(`${new URL(base).pathname}/Users`, { headers: { authorization: `Bearer ${key}` } });
  expect(await listed.json()).toMatchObject({ totalResults: 0 });
  await expectAccessible(page, 'the settings of a SAML provider');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await card.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(card.getByText('Off: users are made at their first sign-in, and deactivated here.')).toBeVisible();
  // The text that was no metadata, and nothing else.
  expect(problems).toEqual([expect.stringContaining('422')]);
});

test('AUTH-008 AUTH-011 the address that a provider leads back to is public, and trusts nothing that this tab has not asked for', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  await page.goto('/01a205dd-ba88-7185-86b8-8fc493fd299d/redirect?code=c&state=s');
  await expect(page.getByText('This page was not opened by a sign-in of this tab.')).toBeVisible();
  await expectAccessible(page, 'the way back from a provider');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(problems).toEqual([]);
});
