import { expect, type Locator } from '@playwright/test';
import { fieldOf, messageIn, nina, pickUp, test, visitDemo, waitInQueue, waitingRow } from '../chats.ts';
import { answerOtherwise, expectAccessible } from '../pages.ts';

test('the list scrolls with forty chats, and the page does not', async ({ desks }) => {
  const { page } = await desks.meet('One of forty');
  await answerOtherwise(page, '**/e/enterprise/chat/summary?*', ([chat]: { chatId: string }[]) =>
    Array.from({ length: 40 }, (_, index) => ({
      ...chat,
      chatId: index === 0 ? chat?.chatId : `00000000-0000-4000-8000-0000000000${index + 10}`,
      newMsgCount: index,
      waitingSince: new Date().toISOString(),
    })),
  );
  for (const path of ['/chat/conversation', '/chatagent']) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem')).toHaveCount(40);
    const tooHigh = () => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    await expect.poll(tooHigh, path).toBe(0);
  }
});

test('words typed after a chat was opened are its reply and never commands; keys command wherever no field has the focus', async ({
  desks,
}) => {
  const { page } = await desks.meet('Where is my refund?');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Dear ');
  const row = page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem').getByRole('button');

  await page.goto('/chat/conversation');
  await row.click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('customer, sorry for the delay');
  await expect(fieldOf(page)).toHaveValue('Dear customer, sorry for the delay');
  await expect(page.getByText('Active (1)')).toBeVisible();

  await page.getByRole('button', { name: 'Hide customer details' }).first().click();
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: 'Until I resume it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Suspended (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Active (1)')).toBeVisible();
  await expect(row).toContainText('Draft:');

  await fieldOf(page).press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('e');
  const closing = page.getByRole('dialog', { name: /^Close the chat with/ });
  await closing.getByRole('textbox', { name: 'Feedback' }).press('Control+Enter');
  // It can be undone for six seconds: the button is the sign that the chat has gone.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await expect(fieldOf(page)).toHaveValue('Dear customer, sorry for the delay');
});

test('single keys move through the chats, pin one, and lead to the reply and the search', async ({ browser, desks }) => {
  const agent = await desks.open(nina);
  const { page } = agent;
  const subjects = ['The older chat', 'The newer chat'] as const;
  for (const subject of subjects) {
    const visitor = await visitDemo(browser);
    await waitInQueue(visitor.page, subject);
    await pickUp(page, subject);
  }
  const [older, newer] = subjects;
  // The search lists messages that it found beside the own chats.
  const rows = page.getByRole('list', { name: 'Mine' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await fieldOf(page).press('Escape');
  await page.keyboard.press('j');
  await expect(messageIn(page, older)).toBeVisible();
  await page.keyboard.press('k');
  await expect(messageIn(page, newer)).toBeVisible();
  await page.keyboard.press('j');
  await expect(messageIn(page, older)).toBeVisible();

  await page.keyboard.press('p');
  await expect(rows.first().getByRole('img', { name: 'Pinned' })).toBeVisible();
  await expect(rows.first()).toContainText(older);
  await page.keyboard.press('r');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('jkp');
  await expect(fieldOf(page)).toHaveValue('jkp');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('newer');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(newer);
});

test('every menu, dialog and picker of the conversation is accessible', async ({ browser, desks }) => {
  const agent = await desks.open(nina);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Look at everything');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('menu');
  const scan = (where: string) => expectAccessible(page, where, '[role="dialog"], [role="menu"], [role="listbox"]');
  const leave = async (part: Locator) => {
    await page.keyboard.press('Escape');
    await expect(part).toHaveCount(0);
  };

  await button(/^Chat notifications, \d+ chats? waiting/).click();
  await expect(menu).toBeVisible();
  await scan('notifications');
  await page.getByRole('menuitem', { name: 'Choose a new chat' }).click();
  await expect(waitingRow(page, 'Look at everything')).toBeVisible();
  await scan('list of waiting chats');
  await waitingRow(page, 'Look at everything').getByRole('button').click();
  await expect(messageIn(page, 'Look at everything')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await button(/^My status:/).click();
  await expect(menu).toBeVisible();
  await scan('status');
  await page.getByRole('menuitem', { name: 'Away' }).click();
  await expect(dialog).toBeVisible();
  await scan('reason for being away');
  await leave(dialog);
  await button('Filters').click();
  await expect(dialog).toBeVisible();
  await scan('filters');
  await leave(dialog);
  await button('Emoji').click();
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeVisible();
  await scan('emoji');
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('thumb');
  await expect(page.getByRole('gridcell').first()).toHaveText('👍️');
  await leave(dialog);
  await button('More actions').click();
  await expect(menu).toBeVisible();
  await scan('actions');
  await leave(menu);

  await fieldOf(page).press('Escape');
  const row = page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem').getByRole('button');
  for (const key of ['a', 'i', 'l', 'e', '?']) {
    // A dialog that closes gives the focus back to where the keys command.
    await expect(row).toBeFocused();
    await page.keyboard.press(key);
    await expect(dialog).toBeVisible();
    await scan(`dialog of ${key}`);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }
  expect(agent.problems).toEqual([]);
});
