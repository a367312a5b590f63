import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { messageIn, openAgent, openWidget, pickUp, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('CHAT-001 MENU-020 screens 2.6 a supervisor watches unseen, whispers, moves three chats and closes one with a reason', async ({
  browser,
  baseURL,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Watchers');
  const headers = { 'authentication-token': await signIn(page, email) };
  const make = async (name: string) =>
    (await (await page.request.post(endpoints.departments.create.path, { headers, data: { name } })).json()).data.id as string;
  const [sales, billing] = [await make('Sales'), await make('Billing')];
  const channel = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Website', type: 12, isActive: true, deptId: sales },
      data: { allowedDomains: ['127.0.0.1'], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });
  const host = await hostPage(baseURL as string, (await channel.json()).response.widgetKey as string);
  const asha = await openAgent(browser, page.request, headers, email.replace('watchers-', 'asha-'), 'Asha', [sales]);
  const ben = await openAgent(browser, page.request, headers, email.replace('watchers-', 'ben-'), 'Ben', [billing]);
  const write = async (text: string) => {
    const visitor = await openPage(browser);
    await visitor.page.goto(`http://127.0.0.1:${host.port}/`);
    await openWidget(visitor.page);
    await say(visitor.page, text);
    await expect(messageIn(visitor.page, text)).toBeVisible();
    return visitor.page;
  };

  await page.goto('/chat/monitor');
  await expect(page.getByText(/^As of /)).toBeVisible();
  const salesRow = page.getByRole('row', { name: /^Sales/ });
  const first = await write('Where is my parcel?');
  await expect(salesRow.getByRole('link', { name: 'Show the waiting chats of Sales: 1' })).toBeVisible();
  await pickUp(asha, 'Where is my parcel?');
  await expect(messageIn(asha, 'Where is my parcel?')).toBeVisible();
  for (const text of ['The second question', 'The third question', 'The fourth question']) await write(text);
  await expect(salesRow.getByRole('link', { name: 'Show the waiting chats of Sales: 3' })).toBeVisible();
  await expect(salesRow.getByRole('link', { name: 'Show the chats of Sales that agents have: 1' })).toBeVisible();
  await expectAccessible(page, 'the queues of the monitor');

  // The figure leads to the chat, which is looked at while its agent hears nothing of it.
  await salesRow.getByRole('link', { name: 'Show the chats of Sales that agents have: 1' }).click();
  await page.getByRole('link', { name: /^Look at the chat with / }).click();
  const live = page.getByRole('dialog');
  await expect(live.getByText('Where is my parcel?')).toBeVisible();
  await say(first, 'Are you still there?');
  await expect(live.getByText('Are you still there?')).toBeVisible();
  await expectAccessible(page, 'a chat that a supervisor looks at');
  await live.getByLabel('Whisper to Asha').fill('Offer a refund');
  await live.getByRole('button', { name: 'Whisper' }).click();
  const whisper = asha.getByRole('article', { name: /^Whisper of .* to Asha$/ });
  await expect(whisper).toContainText('Offer a refund');
  await expect(asha.getByText(/is viewing/)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Three that wait go to the other department.
  await page.goto(`/chat/monitor?tab=chats&department=${sales}&state=waiting`);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Assign or move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Department', { exact: true }).first().click();
  await dialog.getByRole('combobox', { name: 'Department' }).fill('Billing');
  await page.getByRole('option', { name: 'Billing' }).click();
  await dialog.getByLabel('Note').fill('These are about invoices');
  await expectAccessible(page, 'chats to be moved');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('Done with 3 chats.')).toBeVisible();
  await page.goto('/chat/monitor');
  await expect(
    page.getByRole('row', { name: /^Billing/ }).getByRole('link', { name: 'Show the waiting chats of Billing: 3' }),
  ).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Chat notifications, 3 chats waiting' })).toBeVisible();

  // One is closed with a reason, which its agent reads and its customer does not.
  await page.goto(`/chat/monitor?tab=chats&department=${sales}`);
  await page.getByRole('button', { name: /^Actions on / }).click();
  await page.getByRole('menuitem', { name: 'Close' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Answered by telephone');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  // Words of a toast stand for seconds.
  await expect(asha.getByText(/Answered by telephone/).first()).toBeVisible();
  await asha.getByRole('button', { name: 'Closed', exact: true }).click();
  await asha.getByRole('list', { name: 'Closed' }).getByRole('listitem').first().getByRole('button').click();
  await expect(asha.getByText(/\(monitor\) closed the chat: Answered by telephone/)).toBeVisible();
  await expect(messageIn(first, /telephone/)).toHaveCount(0);
  await page.goto('/admin/audit_trail?kind=chat_monitor');
  await expect(page.getByText('Act on the monitor').first()).toBeVisible();

  // Agents, the wall and a telephone.
  await page.goto('/chat/monitor?tab=agents');
  await expect(page.getByRole('button', { name: 'Day of Asha' })).toBeVisible();
  await expectAccessible(page, 'the agents of the monitor');
  await page.getByRole('button', { name: 'Day of Asha' }).click();
  await expect(page.getByRole('dialog').getByText(/ to now: Online/)).toBeVisible();
  await expectAccessible(page, 'the day of an agent');
  await page.goto('/chat/monitor?wall=1&initials=1');
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Billing' })).toBeVisible();
  await expectAccessible(page, 'the wall');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['queues', 'agents', 'chats']) {
    await page.goto(`/chat/monitor?tab=${tab}`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page, `the monitor's ${tab} on a telephone`);
  }
  expect(problems).toEqual([]);
  host.close();
});
