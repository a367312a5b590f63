import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { messageIn, say, visitSite } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('MENU-016 screens 2.2 a department has a limit and a welcome of its own, which a visitor of its website reads', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Greeters');
  const headers = { 'authentication-token': await signIn(page, email) };
  const department = await page.request.post(endpoints.departments.create.path, { headers, data: { name: 'Sales' } });
  const { id: deptId } = (await department.json()).data as { id: string };
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true, deptId },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });

  await page.goto('/admin/chatConfig/chat-config');
  await page.getByRole('button', { name: 'Sales' }).click();
  await page.getByRole('tab', { name: 'Limits' }).click();
  const limit = page.getByRole('group', { name: 'Open chats of an agent at most' });
  await expect(limit.getByText('Inherited from Enterprise')).toBeVisible();
  await limit.getByRole('textbox').fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(limit.getByText('Own value')).toBeVisible();

  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('textbox', { name: 'Welcome (English)' }).fill('You have reached {{department.name}}.');
  await expect(page.getByRole('figure', { name: 'As customers read it: Welcome (English)' })).toHaveText('You have reached Sales.');
  await expectAccessible(page, 'the messages of a department');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Reset: Welcome (English)' })).toBeVisible();
  await expect(page.getByText('Changes are not saved yet.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'Preview of the settings' });
  await expect(preview.getByRole('row', { name: /^Open chats of an agent at most/ })).toContainText('Sales');
  await expect(preview.getByRole('figure', { name: 'Welcome (English)' })).toContainText('You have reached Sales.');
  await expectAccessible(page, 'the preview of settings');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  const site = await visitSite(browser, baseURL as string, (await channel.json()).response.widgetKey as string);
  const { visitor } = site;
  await say(visitor.page, 'Is the lamp still there?');
  await expect(messageIn(visitor.page, 'You have reached Sales.')).toBeVisible();
  expect(problems).toEqual([]);
  site.close();
});
