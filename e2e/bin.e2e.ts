import { expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

/** The browser logs each refused answer by itself; what is refused here is meant to be. */
const unexpected = (problems: readonly string[]) => problems.filter((problem) => !problem.includes('status of 409'));

test('screens 0.1 two people edit one role: changes are compared field by field, and both are kept', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Two editors');
  const headers = { 'authentication-token': await signIn(page, email) };
  const saveRole = async (data: object) =>
    (await (await page.request.put('/e/enterprise/roles/permissions', { headers, data })).json()).data as { code: number; version: number };
  const made = { name: 'Night desk', permissions: ['CHAT.HANDLE'] };
  const { code, version } = await saveRole(made);

  await page.goto(`/admin/permission?role=${code}`);
  const drawer = page.getByRole('dialog', { name: /Night desk/ });
  await drawer.getByLabel('Name', { exact: true }).fill('Night shift');
  await saveRole({ ...made, code, version, description: 'From ten to six' });
  await drawer.getByRole('button', { name: 'Save role' }).click();

  const asked = page.getByRole('dialog', { name: /^Changed by .* at / });
  await expect(asked.getByText('Your changes and theirs are in different fields.')).toBeVisible();
  await asked.getByRole('button', { name: 'Compare' }).click();
  await expect(asked.getByRole('row', { name: /^Description/ }).getByRole('cell')).toHaveText(['(empty)', 'From ten to six', '(empty)']);
  await expect(asked.getByRole('row', { name: /^Name/ }).getByRole('cell')).toHaveText(['Night desk', 'Night desk', 'Night shift']);
  await expectAccessible(page, 'comparing', '[role="dialog"]');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await asked.getByRole('button', { name: 'Keep both' }).click();

  await expect(page.getByText('The role is saved.')).toBeVisible();
  const { roles } = (await (await page.request.get('/e/enterprise/roles/permissions', { headers })).json()).data;
  const stored = (roles as { code: number; name: string; description: string }[]).find((role) => role.code === code);
  expect(stored).toMatchObject({ name: 'Night shift', description: 'From ten to six', version: 3 });
  expect(unexpected(problems)).toEqual([]);
});
