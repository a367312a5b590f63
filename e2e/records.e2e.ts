import { deflateSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

/** A PNG of one colour, to the letter of its format; the product looks at bytes, not at names. */
function makePng(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  const crc = (bytes: Buffer) =>
    (bytes.reduce((sum, byte) => (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), 4 + body.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 120);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('RBAC-001 ADMIN-113 an own role is made, explained and deleted, and the menus of the matrix are accessible', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Roles');
  await signIn(page, email);
  await page.goto('/admin/permission');
  const matrix = page.getByRole('table', { name: 'Permissions by role' });
  await expect(matrix.getByRole('row', { name: 'View delivery report' }).getByRole('img', { name: 'granted', exact: true })).toHaveCount(7);
  await page.getByRole('button', { name: 'New role' }).click();
  const drawer = page.getByRole('dialog', { name: 'New role' });
  await drawer.getByLabel('Name').fill('Night desk');
  await drawer.getByRole('checkbox', { name: 'All of Chat' }).check();
  await expectAccessible(page, 'a new role', '[role="dialog"]');
  await drawer.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('The role is saved.')).toBeVisible();
  const actions = page.getByRole('button', { name: 'Actions for Night desk' });
  await expect(actions).toBeVisible();

  await page.getByRole('button', { name: 'Why can this user…' }).click();
  const why = page.getByRole('dialog', { name: /^Why can this user/ });
  await expect(why).toBeVisible();
  await why.getByRole('combobox', { name: 'User' }).or(why.getByLabel('User')).first().fill('Roles');
  await page.getByRole('option', { name: 'Roles' }).click();
  await why.getByRole('combobox', { name: 'Permission' }).or(why.getByLabel('Permission')).first().fill('Handle');
  await page.getByRole('option', { name: 'Chat: Handle' }).click();
  await expect(why.getByRole('status')).toContainText('Roles holds CHAT.HANDLE by the role');
  await expectAccessible(page, 'the question why', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);

  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expectAccessible(page, 'the actions of a role', '[role="menu"]');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question before deleting', '[role="dialog"]');
  await question.getByRole('button', { name: /Delete|Yes/ }).click();
  await expect(page.getByText('The role is deleted.')).toBeVisible();
  await expect(actions).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('UPLOAD-001 UPLOAD-003 a picture is cropped and saved, and what is no picture is refused in words', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Picture');
  await signIn(page, email);
  await page.goto('/details/myprofile');
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible();
  const chooser = page.locator('input[type="file"]').first();
  await chooser.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Invalid File Format !', { exact: true }).first()).toBeVisible();
  await chooser.setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Invalid file format', { exact: true }).first()).toBeVisible();
  await chooser.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: makePng(320, 200) });
  const crop = page.getByRole('dialog', { name: 'Picture' });
  await expect(crop.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page, 'the cropper', '[role="dialog"]');
  await crop.getByRole('button', { name: 'Save' }).click();
  await expect(crop).toHaveCount(0);
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Profile of Picture' }).locator('img')).toBeVisible();
  expect(problems).toEqual([]);
});

test('SHELL-054 the own password is changed, a wrong old one is refused beside its field', async ({ browser }) => {
  const { page } = await openPage(browser);
  const { email, password } = await makeEnterprise(page.request, 'Changer');
  await signIn(page, email);
  await page.goto('/details/myprofile');
  await expect(page.getByRole('table', { name: 'Ways of each kind' })).toBeVisible();
  const change = async (old: string, next: string) => {
    await page.getByLabel('Old password').fill(old);
    await page.getByLabel('New password').fill(next);
    await page.getByLabel('Confirm password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not-the-password', 'Brand-new-1');
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription(/wrong|incorrect|match/i);
  await change(password, 'Brand-new-1');
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  const login = await page.request.post('/account/enterprise/login/twoFactorAuth', {
    form: { email, password: 'Brand-new-1', removeExistingSession: 'true' },
  });
  expect(login.status()).toBe(200);
});
