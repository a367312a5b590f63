import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { messageIn, say, visitSite } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

test('a rule labels and raises a chat whose customer asks for a refund; its line says what was compared, and a trial the same', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Rulers');
  const headers = { 'authentication-token': await signIn(page, email) };
  await page.request.post(endpoints.chatLabels.create.path, { headers, data: { name: 'Refund' } });
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });

  await page.goto('/admin/chatConfig/chat-config?section=rules');
  await page.getByRole('button', { name: 'Create rule' }).click();
  const form = page.getByRole('dialog', { name: 'Create a rule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Refunds');
  await form.getByRole('combobox', { name: 'When' }).click();
  await page.getByRole('option', { name: 'Customer writes' }).click();
  const words = form.getByRole('combobox', { name: 'Values 1 of group 1' });
  await words.fill('refund');
  await words.press('Enter');
  await form.getByRole('button', { name: 'Add act' }).click();
  await form.getByRole('combobox', { name: /^Label/ }).click();
  await page.getByRole('option', { name: 'Refund' }).click();
  await form.getByRole('button', { name: 'Add act' }).click();
  await form.getByRole('combobox', { name: 'Act 2' }).click();
  await page.getByRole('option', { name: 'Set the priority' }).click();
  await form.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: '8' }).click();
  await expectAccessible(page, 'the form of a rule');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page, form);
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('switch', { name: 'Switch Refunds on or off' })).toBeChecked();
  await expectAccessible(page, 'the rules of chats');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const site = await visitSite(browser, baseURL as string, (await channel.json()).response.widgetKey as string);
  const { visitor } = site;
  await say(visitor.page, 'I want a refund');
  await expect(messageIn(visitor.page, 'I want a refund')).toBeVisible();

  await page.goto('/chat/conversation');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Tabs of the inbox' })
    .getByRole('button', { name: /^Waiting/ })
    .click();
  await page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByRole('log').getByText(/^Rule “Refunds”: label Refund, priority 8/)).toBeVisible();
  await page.getByText('What was compared').click();
  await expect(page.getByText('Message has refund (found: refund)')).toBeVisible();
  await expectAccessible(page, 'the line of a rule');
  const found = await page.request.get(`${endpoints.inbox.list.path}?tab=waiting`, { headers });
  const [{ chatNumber }] = (await found.json()).data.chats as [{ chatNumber: string }];

  await page.goto('/admin/chatConfig/chat-config?section=rules');
  await page.getByRole('button', { name: 'Try on a chat' }).click();
  const trial = page.getByRole('dialog', { name: 'Try the rules on a chat' });
  await trial.getByRole('textbox', { name: 'Number of the chat' }).fill(chatNumber);
  await trial.getByRole('button', { name: 'Try on a chat' }).click();
  await expect(trial.getByText(/^Fires on message \d+$/)).toBeVisible();
  await expectAccessible(page, 'a trial of rules');
  expect(problems).toEqual([]);
  site.close();
});
