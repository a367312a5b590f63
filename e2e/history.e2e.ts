import { readFile } from 'node:fs/promises';
import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { extractText } from 'unpdf';
import { messageIn, openAgent, openWidget, pickUp, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('MENU-021 CHAT-001 screens 2.7 a word leads to a chat in Devanagari, which is read, downloaded as a PDF and found by its agent alone', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Readers');
  const headers = { 'authentication-token': await signIn(page, email) };
  const department = await page.request.post(endpoints.departments.create.path, { headers, data: { name: 'Sales' } });
  const sales = (await department.json()).data.id as string;
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true, deptId: sales },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });
  const host = await hostPage(baseURL as string, (await channel.json()).response.widgetKey as string);
  const asha = await openAgent(browser, page.request, headers, email.replace('readers-', 'asha-'), 'Asha', [sales]);
  const ben = await openAgent(browser, page.request, headers, email.replace('readers-', 'ben-'), 'Ben', []);
  const visitor = await openPage(browser);
  await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
  await openWidget(visitor.page);
  await say(visitor.page, 'नमस्ते, मेरा पार्सल कहाँ है? 😀');
  await pickUp(asha, 'नमस्ते, मेरा पार्सल कहाँ है? 😀');
  await expect(messageIn(asha, 'नमस्ते, मेरा पार्सल कहाँ है? 😀')).toBeVisible();
  const { chats } = (await (await page.request.get(endpoints.chatMonitor.chats.path, { headers })).json()).data;
  const [{ chatId, routeNo }] = chats as { chatId: string; routeNo: number }[] as [{ chatId: string; routeNo: number }];
  const closing = await page.request.post(endpoints.chatMonitor.close.path, {
    headers,
    data: { chats: [{ chatId, routeNo }], reason: 'Done' },
  });
  expect(await closing.json()).toMatchObject({ status: true });

  await page.goto('/chat/history');
  await page.getByRole('searchbox', { name: 'Words in messages' }).fill('पार्सल');
  const link = page.getByRole('link', { name: /^Open the chat with / });
  await expect(async () => {
    await page.reload();
    await expect(link).toHaveCount(1, { timeout: 3_000 });
  }).toPass();
  await expectAccessible(page, 'the history of chats');
  await link.click();
  const reader = page.getByRole('dialog');
  await expect(reader.getByText('नमस्ते, मेरा पार्सल कहाँ है? 😀')).toBeVisible();
  await expectAccessible(page, 'a chat of the history');
  await reader.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PDF for the customer' }).click(),
  ]);
  const { text } = await extractText(new Uint8Array(await readFile(await download.path())), { mergePages: true });
  for (const words of ['नमस्ते', '😀', 'The chat has ended.']) expect(text).toContain(words);

  await asha.goto('/chat/history');
  await expect(asha.getByRole('link', { name: /^Open the chat with / })).toHaveCount(1);
  await ben.goto('/chat/history');
  await expect(ben.getByText('No ended chats yet')).toBeVisible();
  expect(problems).toEqual([]);
  host.close();
});
