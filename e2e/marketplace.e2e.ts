import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test } from './pages.ts';

type Headers = Record<string, string>;
const field = (id: string, name: string) => ({ id, name, kind: 'text', label: { en: name } });
const loan = (...names: string[]) => ({
  ...{ format: 'parley.journey', formatVersion: 1, kind: 'form', id: '', name: 'Loan', languages: ['en'] },
  screens: [{ id: 'screen01', title: { en: 'You' }, fields: names.map((name, place) => field(`field00${place + 1}`, name)) }],
});
type Form = { id: string; name: string; version: number };

async function saveForm(request: APIRequestContext, headers: Headers, data: object): Promise<Form> {
  const saved = await request.post('/e/enterprise/forms', { headers, data });
  expect([saved.status(), saved.ok() ? '' : await saved.text()]).toEqual([200, '']);
  return ((await saved.json()) as { data: Form }).data;
}
const findForm = async (request: APIRequestContext, headers: Headers, name: string): Promise<Form> => {
  const { data } = (await (await request.get(`/e/enterprise/forms?name=${name}`, { headers })).json()) as { data: { forms: Form[] } };
  return data.forms[0] as Form;
};

/** Makes a package of the form on screen. */
async function makePackage(page: Page, version: string): Promise<void> {
  await page.goto('/marketplace');
  await page.getByRole('button', { name: 'Make a package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a package' });
  await dialog.getByLabel('Name').fill('Loan kit');
  await dialog.getByLabel('Key').fill('bank.loan-kit');
  await dialog.getByLabel('Version').fill(version);
  await dialog.getByRole('tab', { name: 'Forms' }).click();
  await dialog.getByRole('checkbox', { name: 'Loan' }).check();
  await dialog.getByRole('button', { name: 'Make', exact: true }).click();
}

/** Saves the file of the package that stands open. */
async function download(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'More of Loan kit' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download the file' }).click();
  return (await saved).path();
}

test('SHELL-017 SHELL-018 a package is made, refused for a key, given to another enterprise, changed there, updated with a conflict and removed', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
  const maker = await makeEnterprise(page.request, 'Making');
  const makerHeaders = { 'authentication-token': await signIn(page, maker.email) };
  const made = await saveForm(page.request, makerHeaders, { name: 'Loan', document: loan('fullName', 'city') });

  // A key that stands in a text keeps it from being made, and is shown with its place.
  const withKey = loan('fullName', 'city');
  const spoilt = { ...withKey, screens: [{ ...withKey.screens[0], text: { en: 'AKIAABCDEFGHIJKLMNOP' } }] };
  const bad = await saveForm(page.request, makerHeaders, { id: made.id, name: 'Loan', document: spoilt, version: made.version });
  await makePackage(page, '1.0.0');
  await expect(page.getByText(/^Loan: document\.screens\.0\.text\.en$/)).toBeVisible();
  await expectAccessible(page, 'making a package', '[role="dialog"]');
  const mended = await saveForm(page.request, makerHeaders, { id: made.id, name: 'Loan', document: withKey, version: bad.version });
  await makePackage(page, '1.0.0');
  await expect(page.getByRole('heading', { name: 'Loan kit' })).toBeVisible();
  const first = await download(page);
  await saveForm(page.request, makerHeaders, { id: made.id, name: 'Loan', document: loan('fullName', 'town'), version: mended.version });
  await makePackage(page, '1.1.0');
  await expect(page.getByText('v1.1.0')).toBeVisible();
  const second = await download(page);
  // The browser tells of the one refusal, as it tells of every answer that is none.
  expect(problems).toEqual([expect.stringContaining('422')]);

  // Another enterprise accepts the publisher and installs it.
  const other = await openPage(browser, { viewport: { width: 1280, height: 900 } });
  const taker = await makeEnterprise(other.page.request, 'Taking');
  const takerHeaders = { 'authentication-token': await signIn(other.page, taker.email) };
  await other.page.goto('/marketplace');
  await expect(other.page.getByRole('article', { name: 'Loan enquiry' })).toBeVisible();
  await expectAccessible(other.page, 'the marketplace');
  await other.page.getByRole('button', { name: 'Upload' }).click();
  await other.page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'loan.parley', mimeType: 'application/zip', buffer: await readFile(first) });
  await expect(other.page.getByRole('dialog', { name: 'Accept this publisher?' })).toBeVisible();
  await expectAccessible(other.page, 'a publisher who is unknown', '[role="dialog"]');
  await other.page.getByRole('button', { name: 'Accept and upload' }).click();
  await expect(other.page.getByRole('heading', { name: 'Loan kit' })).toBeVisible();
  await other.page.getByRole('button', { name: 'Install' }).click();
  const installing = other.page.getByRole('dialog', { name: 'Install Loan kit' });
  await expect(installing.getByRole('textbox', { name: 'Name of Loan (Form)' })).toHaveValue('Loan');
  await expectAccessible(other.page, 'installing a package', '[role="dialog"]');
  await installing.getByRole('button', { name: 'Install' }).click();
  await expect(other.page.getByRole('region', { name: 'Installed here' }).getByRole('link', { name: 'Loan' })).toBeVisible();
  await expectAccessible(other.page, 'a package that is installed');

  // It is changed there, and the newer version asks which side to take.
  const here = await findForm(other.page.request, takerHeaders, 'Loan');
  await saveForm(other.page.request, takerHeaders, {
    id: here.id,
    name: 'Loan',
    document: loan('fullName', 'village'),
    version: here.version,
  });
  await other.page.goto('/marketplace');
  await other.page.getByRole('button', { name: 'Upload' }).click();
  await other.page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'loan.parley', mimeType: 'application/zip', buffer: await readFile(second) });
  await other.page.getByRole('button', { name: 'Update to v1.1.0' }).click();
  const updating = other.page.getByRole('dialog', { name: 'Update Loan kit to v1.1.0' });
  await expect(updating.getByText('Changed here and in the new version')).toBeVisible();
  await updating.getByText(/differences?$/).click();
  await expect(updating.getByRole('cell', { name: 'village' }).first()).toBeVisible();
  await expectAccessible(other.page, 'updating a package', '[role="dialog"]');
  await updating.getByText('Keep mine').click();
  await updating.getByRole('button', { name: 'Update' }).click();
  await expect(other.page.getByRole('region', { name: 'Installed here' })).toContainText('Version 1.1.0');

  // The changed form stays when the package is removed.
  await other.page.getByRole('button', { name: 'More of Loan kit' }).click();
  await other.page.getByRole('menuitem', { name: 'Remove' }).click();
  const removing = other.page.getByRole('dialog', { name: 'Remove Loan kit?' });
  await expect(removing.getByText('Changed here')).toBeVisible();
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(removing.getByRole('link', { name: 'Loan' })).toBeVisible();
  await removing.getByRole('button', { name: 'Close' }).last().click();
  await expect(other.page.getByRole('button', { name: 'Install' })).toBeVisible();
  await other.page.setViewportSize({ width: 390, height: 844 });
  await expectLoaded(other.page);
  await expectFits(other.page);
  expect(other.problems).toEqual([expect.stringContaining('409')]);
});
