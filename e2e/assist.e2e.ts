import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { makeBot, trainByCall } from './bots.ts';
import { messageIn, say, visitSite } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

const warranty = 'The warranty of a kettle is two years.';

/** A language model behind the wire of OpenAI, which translates by a book. */
async function startModel(book: Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      const asked = messages.at(-1)?.content ?? '';
      const content = Object.entries(book).find(([words]) => asked.includes(words))?.[1] ?? 'Nothing';
      const chunk = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ content }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, stop: () => server.close() };
}

test('an agent takes a passage over by one key and sends it, edits another, and reads and writes Hindi; both are counted', async ({
  browser,
  baseURL,
}) => {
  const model = await startModel({ 'कब आएगा': 'When will it come?', 'It comes tomorrow.': 'वह कल आएगा।' });
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Helped');
  const token = await signIn(page, email);
  const post = async (path: string, data: object) => {
    const answer = await (await page.request.post(path, { headers: { 'authentication-token': token }, data })).json();
    expect(answer, path).toMatchObject({ status: true });
    return answer.response ?? answer.data;
  };
  const botId = await makeBot(page.request, token, 'Seller');
  await post(endpoints.knowledge.addNote.path.replace(':agentId', botId), { title: 'Warranty', text: warranty });
  await trainByCall(page.request, token, botId);
  const config = await post(endpoints.integrations.create.path, {
    ...{ name: 'Writer', authType: 5, llm: 1, apikey: 'sk-1234567890', baseUrl: model.url },
  });
  await post(endpoints.chats.saveConfiguration.path, { chat: { assistConfigId: config._id } });
  const { widgetKey } = await post(endpoints.channels.create.path, {
    ...{ name: 'Website', type: 12, isActive: true },
    data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue', botId },
  });

  const site = await visitSite(browser, baseURL as string, widgetKey);
  const visitor = site.visitor.page;
  await say(visitor, 'How long is the warranty of a kettle?');
  await page.goto('/chat/conversation');
  await page
    .getByRole('navigation', { name: 'Tabs of the inbox' })
    .getByRole('button', { name: /^Waiting/ })
    .click();
  await page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: /^Pick up/ }).click();
  const field = page.getByRole('textbox', { name: /^Reply to/ });
  await expect(field).toBeFocused();
  const strip = page.getByRole('region', { name: 'Suggestions' });
  await expect(strip.getByRole('button', { name: new RegExp(`^Take over: ${warranty} \\d+ %, Warranty$`) })).toBeVisible();
  await expectAccessible(page, 'suggestions above the reply');

  await page.keyboard.press('Control+.');
  await expect(field).toHaveValue(warranty);
  // Nothing leaves before the agent sends it.
  await expect(messageIn(visitor, warranty)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(messageIn(visitor, warranty)).toBeVisible();
  await expect(page.getByRole('log').getByText(/answered with “Warranty” \(Knowledge\), unchanged/)).toBeVisible();

  await say(visitor, 'And the warranty of a used kettle?');
  await expect(strip.getByRole('button', { name: /^Take over: .*Warranty$/ })).toBeVisible();
  await page.keyboard.press('Control+.');
  await field.pressSequentially(' For a used one it is one.');
  await page.keyboard.press('Enter');
  await expect(messageIn(visitor, `${warranty} For a used one it is one.`)).toBeVisible();
  await expect(page.getByRole('log').getByText(/answered with “Warranty” \(Knowledge\), edited/)).toBeVisible();

  await strip.getByRole('button', { name: 'Write' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Translate messages into English' }).click();
  await say(visitor, 'मेरा पैकेट कब आएगा?');
  await expect(page.getByRole('log').getByText('मेरा पैकेट कब आएगा?')).toBeVisible();
  await expect(page.getByRole('log').getByText('In English: When will it come?')).toBeVisible();
  await field.fill('It comes tomorrow.');
  await strip.getByRole('button', { name: 'Write' }).click();
  await page.getByRole('menuitem', { name: 'Translate my reply into Hindi' }).click();
  await expect(strip.getByText('वह कल आएगा।')).toBeVisible();
  await expectAccessible(page, 'the words of a model above the reply');
  await field.focus();
  await page.keyboard.press('Control+.');
  await expect(field).toHaveValue('वह कल आएगा।');
  await page.keyboard.press('Enter');
  await expect(messageIn(visitor, 'वह कल आएगा।')).toBeVisible();
  await expect(visitor.getByText('It comes tomorrow.')).toHaveCount(0);
  await expect(page.getByRole('log').getByText('Written as: It comes tomorrow.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto('/admin/chatConfig/chat-config?section=assist');
  const counts = page.getByRole('table', { name: 'What was taken over' });
  await expect(counts.getByRole('row', { name: /Warranty.*Knowledge/ })).toContainText('11');
  await counts.getByRole('button', { name: '1 edited reply from Warranty' }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'replies behind a count', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'settings of suggestions');
  site.close();
  model.stop();
  expect([...problems, ...site.visitor.problems]).toEqual([]);
});
