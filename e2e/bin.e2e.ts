import { endpoints } from '@parley/contract';
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

test('ADMIN-113 screens 11.6 a deleted item is found in the bin, restored with what it belongs to, or deleted for good by name', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Deleted things');
  const headers = { 'authentication-token': await signIn(page, email) };
  const { bots, stories, phoneBook, bin } = endpoints;
  type Made = { id: string; group?: { id: string } };
  const make = async ({ method, path }: { method: string; path: string }, data: object) => {
    const made = ((await (await page.request.fetch(path, { method, headers, data })).json()) as { data: Made }).data;
    return made.group?.id ?? made.id;
  };
  const remove = async (path: string, ids: Record<string, string>) => {
    const at = path.replace(/:(\w+)/g, (_match, key: string) => ids[key] ?? '');
    expect((await page.request.delete(at, { headers })).status()).toBe(200);
  };

  await page.goto('/admin/trash');
  await expect(page.getByText('The bin is empty')).toBeVisible();
  await expectAccessible(page, 'the empty bin');

  const agentId = await make(bots.save, { name: 'Shop assistant', description: 'Sells', type: 'nlp' });
  const storyId = await make(stories.save, { agentId, name: 'Returns' });
  const setId = await make(phoneBook.saveGroup, { name: 'Summer sale' });
  await remove(stories.remove.path, { agentId, storyId });
  await remove(bots.remove.path, { agentId });
  await remove(phoneBook.removeGroup.path, { setId });

  await page.reload();
  const rows = page.getByRole('table', { name: 'Bin' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/Summer sale.*Group.*30/);
  await expectAccessible(page, 'the bin');

  await page.getByRole('searchbox', { name: 'Name' }).fill('returns');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Restore Returns' }).click();
  const asked = page.getByRole('dialog', { name: 'Restore what it belongs to as well?' });
  await expect(asked).toContainText('Shop assistant');
  await asked.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByText('Returns is restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/bots/${agentId}`));

  await page.goto('/admin/trash');
  await expect(rows).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Delete Summer sale forever' }).click();
  const forever = page.getByRole('dialog', { name: 'Delete Summer sale forever?' });
  await expect(forever.getByRole('button', { name: 'Delete forever' })).toBeDisabled();
  await forever.getByRole('textbox').fill('Summer sale');
  await expectAccessible(page, 'deleting for good', '[role="dialog"]');
  await expectFits(page);
  await forever.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page.getByText('Deleted for good.', { exact: true })).toBeVisible();
  await expect(page.getByText('The bin is empty')).toBeVisible();
  const restored = await page.request.get(bin.list.path, { headers });
  expect(((await restored.json()) as { data: { entries: object[] } }).data.entries).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
});
