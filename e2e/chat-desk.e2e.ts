import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { messageIn, say, visitSite } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

test('an agent is at lunch, fills in a field that the end of a chat needs, and keeps filters as a view', async ({ browser, baseURL }) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Desks');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });

  await page.goto('/admin/chatConfig/chat-config?section=statuses');
  await page.getByRole('button', { name: 'Create status' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Lunch');
  await form.getByRole('radio', { name: 'Away: the program gives no chats' }).check();
  await expectAccessible(page, 'the form of a status', '[role="dialog"]');
  await form.getByRole('button', { name: /^(Create|Save)$/ }).click();
  await expect(page.getByRole('row', { name: /Lunch/ })).toBeVisible();
  await expectAccessible(page, 'own statuses');

  await page.getByRole('tab', { name: 'Skills' }).click();
  await page.getByRole('button', { name: 'Create skill' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Refunds');
  await expectAccessible(page, 'the form of a skill', '[role="dialog"]');
  await form.getByRole('button', { name: /^(Create|Save)$/ }).click();
  await expect(page.getByRole('row', { name: /Refunds/ })).toBeVisible();
  await expectAccessible(page, 'skills');

  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByRole('button', { name: 'Create field' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Order number');
  await form.getByRole('switch', { name: 'Needed to close a chat' }).click();
  await expectAccessible(page, 'the form of a field', '[role="dialog"]');
  await form.getByRole('button', { name: /^(Create|Save)$/ }).click();
  await expect(page.getByRole('row', { name: /Order number/ })).toBeVisible();
  await expectAccessible(page, 'fields of chats');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const site = await visitSite(browser, baseURL as string, (await channel.json()).response.widgetKey as string);
  const { visitor } = site;
  await say(visitor.page, 'The lamp is broken');
  await expect(messageIn(visitor.page, 'The lamp is broken')).toBeVisible();

  await page.goto('/chat/conversation');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Tabs of the inbox' })
    .getByRole('button', { name: /^Waiting/ })
    .click();
  await page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: /^Pick up/ }).click();
  await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeFocused();
  await page.getByRole('button', { name: /^My status:/ }).click();
  await page.getByRole('menuitem', { name: 'Lunch' }).click();
  await expect(page.getByRole('button', { name: /^My status: Lunch · since/ })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Close/ }).click();
  await form.locator('button[type=submit]').click();
  await expect(page.getByText('The chat needs a value before it is closed.')).toBeVisible();
  await expectAccessible(page, 'the end of a chat that needs a field', '[role="dialog"]');
  await page.keyboard.press('Escape');

  const panel = page.getByRole('complementary', { name: 'Customer' });
  await panel.getByRole('button', { name: 'Change the fields' }).click();
  await panel.getByRole('textbox', { name: 'Order number' }).fill('4711');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('log').getByText(/changed fields: Order number: 4711/)).toBeVisible();

  await page.getByRole('navigation', { name: 'Saved views' }).getByRole('button', { name: 'Save and change views' }).click();
  await page.getByRole('menuitem', { name: 'Save these filters as a view' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill('Mine today');
  await expectAccessible(page, 'the form of a view', '[role="dialog"]');
  await form.getByRole('button', { name: /^(Create|Save)$/ }).click();
  await expect(page).toHaveURL(/view=/);
  await expect(page.getByRole('navigation', { name: 'Saved views' }).getByRole('button', { name: 'Mine today' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  expect(problems).toEqual([]);
  site.close();
});
