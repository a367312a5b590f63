import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { fieldOf, messageIn, openAgent, openWidget, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('CHAT-001 screens 2.1 waiting chats are offered to two agents by order, come back when declined, and say why they wait', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Routers');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });

  // The administrator handles chats as well, and is not there for them.
  await page.request.put(endpoints.chats.updateAgentStatus.path, { headers, data: { agentStatus: 2, reason: 'Sets things up' } });
  await page.goto('/admin/chatConfig/chat-config');
  await page.getByRole('radio', { name: 'Automatically, to the least busy agent' }).check();
  await expectAccessible(page, 'the settings of routing');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('tab', { name: 'Limits' }).click();
  await page.getByRole('group', { name: 'Open chats of an agent at most' }).getByRole('textbox').fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes are not saved yet.')).toHaveCount(0);

  // The first agent to come Online gets the first chat: the other one is not there yet.
  const asha = await openAgent(browser, page.request, headers, email.replace('routers-', 'asha-'), 'Asha');
  const host = await hostPage(baseURL as string, (await channel.json()).response.widgetKey as string);
  const write = async (text: string) => {
    const visitor = await openPage(browser);
    await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
    await openWidget(visitor.page);
    await say(visitor.page, text);
    await expect(messageIn(visitor.page, text)).toBeVisible();
    return visitor.page;
  };
  await write('The first question');
  const offer = asha.getByRole('button', { name: /^Pickup / });
  await offer.click();
  await expect(messageIn(asha, 'The first question')).toBeVisible();
  await expect(asha.getByText('It fitted nobody else.')).toBeVisible();
  await expect(asha.getByText(/^Asha was offered it after \d+ s\.$/)).toBeVisible();
  await expectAccessible(asha, 'why an agent has a chat');

  const second = await write('The second question');
  const ben = await openAgent(browser, page.request, headers, email.replace('routers-', 'ben-'), 'Ben');
  // It may have been offered before this page was there: the tab of what is on offer has it.
  await ben.keyboard.press('3');
  const offered = ben.getByRole('list', { name: 'Transfers' }).getByRole('listitem');
  await expect(offered).toHaveText([/Offered to you\./]);
  await offered.first().getByRole('button').click();
  await ben.getByRole('button', { name: 'Decline', exact: true }).click();
  // Asha is full and Ben has just declined: it waits until one of them is free for it.
  await fieldOf(asha).press('Escape');
  await asha.keyboard.press('e');
  await asha
    .getByRole('dialog')
    .getByRole('button', { name: /^Close/ })
    .last()
    .click();
  await offer.click();
  await expect(messageIn(asha, 'The second question')).toBeVisible();
  await say(asha, 'Here I am');
  await expect(messageIn(second, 'Here I am')).toBeVisible();
  expect(problems).toEqual([]);
  host.close();
});
