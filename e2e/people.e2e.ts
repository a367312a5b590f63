import { expect } from '@playwright/test';
import { findMailLink, makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, password, signIn, test, visit } from './pages.ts';

test('AUTH-009 RBAC-028 RBAC-031 an administrator invites somebody, who accepts and signs in, gives roles, and lets them go', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email: administrator } = await makeEnterprise(page.request, 'People');
  const guest = administrator.replace('people-', 'guest-');
  await signIn(page, administrator);
  await page.goto('/admin/departments');
  await page.getByRole('button', { name: 'Add department' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales');
  await dialog.getByRole('button', { name: 'Add department' }).click();
  await expect(page.getByRole('button', { name: 'Open Sales' })).toBeVisible();
  await expectAccessible(page, 'departments');

  await visit(page, '/admin/users');
  await page.getByRole('button', { name: 'Invite people' }).click();
  await expectAccessible(page, 'invite', '[role=dialog]');
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(`${guest}, nonsense`);
  await dialog.getByLabel('Roles').click();
  await page.getByRole('option', { name: 'Handle Chats' }).click();
  await dialog.getByRole('heading').first().click();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByText('This is not an e-mail address: nonsense')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(guest);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('cell', { name: guest, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/tab=invitations/);
  await expectAccessible(page, 'invitations');

  const { page: theirs, problems: theirProblems } = await openPage(browser);
  await theirs.goto(await findMailLink(theirs.request, guest));
  await expect(theirs.getByRole('heading', { name: 'Join People' })).toBeVisible();
  await expect(theirs.getByLabel('Email')).toHaveValue(guest);
  await expectAccessible(theirs, 'invitation-accept');
  await theirs.getByLabel('Your name').fill('Gita');
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByLabel('Confirm password').fill(password);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(theirs.getByText('Your account is ready. Please sign in.')).toBeVisible();
  await theirs.goto('/invitation-accept?token=used');
  await expect(theirs.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await expect(theirs.getByText('Ask your administrator to resend it')).toBeVisible();

  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Edit Gita' }).click();
  await expect(dialog.getByLabel('Departments')).toBeVisible();
  await expectAccessible(page, 'user form', '[role=dialog]');
  await dialog.getByLabel('Departments').click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await dialog.getByRole('heading').first().click();
  await dialog.getByLabel('Priority').fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Gita.*Handle Chats.*Sales/ })).toBeVisible();
  await expectAccessible(page, 'users');

  await page.getByRole('button', { name: 'Actions for Gita' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('Gita leaves no open work behind.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('button', { name: 'Edit Gita' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Deactivated' }).click();
  await page.getByRole('button', { name: 'Actions for Gita' }).click();
  await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
  await expect(page.getByText('Nobody is deactivated')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, '/admin/users');
  await expectLoaded(page);
  await expectFits(page);
  // The link that was over is the refusal that was asked for.
  expect([...problems, ...theirProblems.filter((problem) => !problem.includes('410'))]).toEqual([]);
});

test('ADMIN-020 ADMIN-023 ADMIN-022 people are added to a department and taken out, and a department is deleted', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Departed');
  const token = await signIn(page, email);
  for (const name of ['Sales', 'Support'])
    await page.request.post('/e/enterprise/departments', { data: { name }, headers: { 'authentication-token': token } });
  await page.goto('/admin/departments');
  await page.getByRole('button', { name: 'Open Sales' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Nobody is of this department yet')).toBeVisible();
  await drawer.getByRole('tab', { name: 'Others' }).click();
  await drawer.getByRole('checkbox', { name: 'Select row Departed' }).check();
  await drawer.getByRole('button', { name: 'Add', exact: true }).click();
  await drawer.getByRole('tab', { name: 'Of the department' }).click();
  await expect(drawer.getByRole('cell', { name: email })).toBeVisible();
  await expectAccessible(page, 'users of a department', '[role=dialog]');
  await drawer.getByRole('checkbox', { name: 'Select row Departed' }).check();
  await drawer.getByRole('button', { name: 'Take out' }).click();
  await expect(drawer.getByText('Nobody is of this department yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit Support' }).click();
  await drawer.getByRole('combobox', { name: 'Fallback department' }).click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Support.*Sales/ })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Sales' }).click();
  await expectAccessible(page, 'delete a department', '[role=dialog]');
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Open Sales' })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('ADMIN-113 the company says who it is and what it asks of sign-ins, and is told before it locks itself out', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Company');
  await signIn(page, email);
  await page.goto('/admin/details');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Company Ltd');
  await page.getByRole('combobox', { name: 'Industry' }).click();
  await page.getByRole('option', { name: 'Education' }).click();
  await page.getByRole('textbox', { name: 'E-mail of the contact' }).fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail of the contact' }).fill('office@company.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The company information is saved.')).toBeVisible();
  await expectAccessible(page, 'company');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expectAccessible(page, 'security', 'main');
  await page.getByLabel('Minutes without activity').fill('90');
  await page.getByRole('combobox', { name: 'Allowed addresses and networks' }).fill('192.0.2.0/24');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Lock yourself out?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('combobox', { name: 'Allowed addresses and networks' }).press('Backspace');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The security settings are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Minutes without activity')).toHaveValue('90');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page);
  // The refusal that asks is the one that was looked for, and so is that of the wrong address.
  expect(problems.filter((problem) => !/400|409/.test(problem))).toEqual([]);
});
