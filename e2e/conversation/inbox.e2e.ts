import { expect } from '@playwright/test';
import { fieldOf, messageIn, nina, omar, say, test, visitDemo, waitInQueue } from '../chats.ts';
import { expectAccessible } from '../pages.ts';

test('an agent finds who waits longest, picks up in the tab, finds a message by its words, and closes several at once', async ({
  browser,
  desks,
}) => {
  const agent = await desks.open(nina);
  const { page } = agent;
  const inbox = page.getByRole('region', { name: 'Chats', exact: true });
  const tabs = page.getByRole('navigation', { name: 'Tabs of the inbox' });
  const mark = `w${Date.now().toString(36)}`;
  for (const subject of ['first', 'second']) {
    const visitor = await visitDemo(browser);
    await waitInQueue(visitor.page, `The ${subject} ${mark} parcel`);
  }

  await page.keyboard.press('2');
  await expect(page).toHaveURL(/tab=waiting/);
  const rows = inbox.getByRole('list', { name: 'Waiting' }).getByRole('listitem').filter({ hasText: mark });
  await expect(rows).toHaveText([/second/, /first/]);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Longest waiting first' }).click();
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveText([/first/, /second/]);
  await page.reload();
  await expect(rows).toHaveText([/first/, /second/]);
  await expectAccessible(page, 'the tab of waiting chats');

  for (const subject of ['first', 'second']) {
    await tabs.getByRole('button', { name: /^Waiting/ }).click();
    await rows.filter({ hasText: subject }).getByRole('button').click();
    await expect(messageIn(page, `The ${subject} ${mark} parcel`)).toBeVisible();
    await page.getByRole('button', { name: 'Pick up' }).click();
    await expect(fieldOf(page)).toBeFocused();
  }
  await say(page, `Your ${mark} money is on its way`);
  await expect(messageIn(page, `Your ${mark} money is on its way`)).toBeVisible();

  await fieldOf(page).press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type(`${mark} mon`);
  const found = page.getByRole('region', { name: 'Found chats' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found.getByText(`${mark} money`)).toBeVisible();
  await expectAccessible(page, 'what the search found');
  await page.getByRole('searchbox', { name: 'Name, number or words of a message' }).fill('');

  const mine = inbox.getByRole('list', { name: 'Mine' }).getByRole('listitem').filter({ hasText: mark });
  await expect(mine).toHaveCount(2);
  await mine.first().getByRole('button').focus();
  await page.keyboard.press('x');
  await mine.last().getByRole('button').focus();
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('2 chats selected')).toBeVisible();
  await expectAccessible(page, 'selected chats');
  await inbox.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click();
  await expect(mine).toHaveCount(0);

  await page.keyboard.press('Escape');
  await tabs.getByRole('button', { name: 'Closed' }).click();
  const closed = inbox.getByRole('list', { name: 'Closed' }).getByRole('listitem').filter({ hasText: mark });
  await expect(closed).toHaveCount(2);
  await closed.first().getByRole('button').click();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await expect(mine).toHaveCount(1);
  expect(agent.problems).toEqual([]);
});

test('a chat that a colleague offers is read and accepted in the tab of transfers', async ({ desks }) => {
  const { page: first, agent } = await desks.meet('Please hand me over');
  const second = await desks.open(omar);
  await fieldOf(first).press('Escape');
  await first.keyboard.press('a');
  const dialog = first.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Agent' }).click();
  await first.getByRole('option', { name: /^Omar/ }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Knows parcels');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await second.page.keyboard.press('3');
  const rows = second.page.getByRole('list', { name: 'Transfers' }).getByRole('listitem');
  await expect(rows).toHaveText([/Nina Kapoor: Knows parcels/]);
  await rows.first().getByRole('button').click();
  await expect(messageIn(second.page, 'Please hand me over')).toBeVisible();
  await second.page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(fieldOf(second.page)).toBeVisible();
  expect([...agent.problems, ...second.problems]).toEqual([]);
});
