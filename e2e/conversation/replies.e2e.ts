import { endpoints } from '@parley/contract';
import { expect } from '@playwright/test';
import { fieldOf, goOnline, messageIn, nina, omar, openWaiting, pickUp, say, test, visitDemo, waitInQueue, waitingRow } from '../chats.ts';
import { expectAccessible, openPage, signIn } from '../pages.ts';

test('an administrator writes a quick reply, an agent calls it by a slash, fills its gap, and its use is counted', async ({
  browser,
  desks,
}) => {
  const admin = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const headers = { 'authentication-token': await signIn(admin.page, 'admin@demo.example') };
  await admin.page.goto('/admin/chatConfig/chat-config?section=quickReplies');
  await admin.page.getByRole('button', { name: 'Create quick reply' }).click();
  const form = admin.page.getByRole('dialog', { name: 'Create a quick reply' });
  await form.getByRole('textbox', { name: /^Shortcut/ }).fill('lamp');
  await form.getByRole('textbox', { name: 'Text in English' }).fill('I am {{ agent.name }} of {{ department.name }}. The lamp is there.');
  await expectAccessible(admin.page, 'the form of a quick reply');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(admin.page.getByRole('cell', { name: '/lamp' })).toBeVisible();
  await expectAccessible(admin.page, 'the quick replies');

  const { page, visitor } = await desks.meet('Is the lamp there?');
  await fieldOf(page).press('Escape');
  await page.keyboard.press('q');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('la');
  await expect(page.getByRole('option', { name: /^\/lamp/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'the list of quick replies');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toHaveValue('I am Nina Kapoor of ⟦department⟧. The lamp is there.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Fill in ⟦department⟧ before you send.')).toBeVisible();
  await page.keyboard.type('Sales');
  await page.keyboard.press('Enter');
  await expect(messageIn(visitor.page, 'I am Nina Kapoor of Sales. The lamp is there.')).toBeVisible();

  const answer = await admin.page.request.get(`${endpoints.quickReplies.list.path}?search=lamp`, { headers });
  const { data } = (await answer.json()) as { data: { replies: { id: string; usedCount: number }[] } };
  expect(data.replies.map(({ usedCount }) => usedCount)).toEqual([1]);
  await admin.page.request.delete(endpoints.quickReplies.remove.path.replace(':replyId', data.replies[0]?.id ?? ''), { headers });
});

test('a reply that a colleague has overtaken is held with the answer, and sent anyway once', async ({ browser, desks }) => {
  const first = await desks.open(nina);
  const second = await desks.open(omar);
  for (const { page } of [first, second]) await goOnline(page);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Who has my parcel?');
  await pickUp(first.page, 'Who has my parcel?');
  await first.page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invitation = first.page.getByRole('dialog', { name: /^Invite to the chat with/ });
  await invitation.getByRole('combobox', { name: 'Agent' }).click();
  await first.page.getByRole('option', { name: /^Omar Khan/ }).click();
  await invitation.getByRole('button', { name: 'Invite' }).click();
  await openWaiting(second.page, 'an invitation');
  await waitingRow(second.page, 'Who has my parcel?')
    .getByRole('button', { name: /^Pickup/ })
    .click();
  await expect(first.page.getByText('Omar Khan joined the chat')).toBeVisible();

  await fieldOf(first.page).fill('I am looking for it.');
  await say(second.page, 'It left our store today.');
  await expect(messageIn(first.page, 'It left our store today.')).toBeVisible();
  await fieldOf(first.page).press('Enter');
  const held = first.page.getByRole('region', { name: 'Somebody answered before you' });
  await expect(held).toContainText(/Omar Khan answered \d+ s ago/);
  await expect(held).toContainText('It left our store today.');
  await expectAccessible(first.page, 'a held reply');
  await expect(messageIn(visitor.page, 'I am looking for it.')).toHaveCount(0);
  await held.getByRole('button', { name: 'Edit' }).click();
  await expect(fieldOf(first.page)).toHaveValue('I am looking for it.');
  await expect(held).toHaveCount(0);

  await fieldOf(first.page).fill('');
  await fieldOf(first.page).fill('Shall I send you the number?');
  await say(second.page, 'The number is 4711.');
  await expect(messageIn(first.page, 'The number is 4711.')).toBeVisible();
  await fieldOf(first.page).press('Enter');
  await held.getByRole('button', { name: 'Send anyway' }).click();
  await expect(messageIn(visitor.page, 'Shall I send you the number?')).toHaveCount(1);
  await expect(held).toHaveCount(0);
});

test('a reply can be undone for the chosen time, and one whose page was closed meanwhile is asked about', async ({ desks }) => {
  const { page, visitor } = await desks.meet('Undo, please');
  await page.getByRole('button', { name: 'Time to undo' }).click();
  await page.getByRole('menuitemradio', { name: '10 seconds to undo' }).click();
  await say(page, 'Wrong words');
  const bar = page.getByRole('region', { name: 'Not sent yet' });
  await expect(bar).toContainText('Wrong words');
  await fieldOf(page).press('Escape');
  await page.keyboard.press('z');
  await expect(fieldOf(page)).toHaveValue('Wrong words');
  await expect(bar).toHaveCount(0);

  await say(page, 'Right words');
  await say(page, 'And the next');
  await messageIn(visitor.page, 'Right words').waitFor();
  await expect(messageIn(visitor.page, 'And the next')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('The page was closed before it left. Send it now?')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(messageIn(visitor.page, 'And the next')).toBeVisible();
  await expect(messageIn(visitor.page, 'Wrong words')).toHaveCount(0);
});

test('an agent reacts, changes words by arrow up, and takes a message back; the visitor sees each at once and after a reload', async ({
  desks,
}) => {
  const { page, visitor } = await desks.meet('Is the lamp in stock?');
  const rowOf = (text: string | RegExp) => page.getByRole('log').locator('[data-number]').filter({ hasText: text });
  await rowOf('Is the lamp in stock?').hover();
  await rowOf('Is the lamp in stock?').getByRole('button', { name: 'React' }).click();
  await page.getByRole('button', { name: 'React with 👍' }).click();
  await expect(page.getByRole('img', { name: 'Our reaction: 👍' })).toBeVisible();
  await expect(visitor.page.getByRole('img', { name: 'Reaction: 👍' })).toBeVisible();
  await say(page, 'Yes, for 120 rupies');
  await expect(messageIn(visitor.page, 'Yes, for 120 rupies')).toBeVisible();
  await fieldOf(page).press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'New words of the message' });
  await expect(editor).toBeFocused();
  await expectAccessible(page, 'a message being changed');
  await editor.fill('Yes, for 120 rupees');
  await editor.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  await expect(messageIn(visitor.page, 'Yes, for 120 rupees')).toBeVisible();
  await expect(messageIn(visitor.page, 'Edited')).toBeVisible();
  await say(page, 'The code is 4711');
  await expect(messageIn(visitor.page, 'The code is 4711')).toBeVisible();
  await rowOf('The code is 4711').hover();
  await rowOf('The code is 4711').getByRole('button', { name: 'Take back' }).click();
  const ask = page.getByRole('dialog', { name: 'Take this message back?' });
  await expectAccessible(page, 'a message about to be taken back');
  await ask.getByRole('button', { name: 'Take back' }).click();
  await expect(messageIn(visitor.page, 'This message was taken back')).toBeVisible();
  await expect(visitor.page.getByText('4711')).toHaveCount(0);
  await expect(rowOf('The code is 4711').getByText('Taken back by Nina Kapoor')).toBeVisible();
  // The act has gone with its message, and the focus does not go with it.
  await expect(fieldOf(page)).toBeFocused();
  await visitor.page.reload();
  await expect(messageIn(visitor.page, 'This message was taken back')).toBeVisible();
  await expect(messageIn(visitor.page, 'Yes, for 120 rupees')).toBeVisible();
  await expect(visitor.page.getByRole('img', { name: 'Reaction: 👍' })).toBeVisible();
  await expect(visitor.page.getByText('4711')).toHaveCount(0);
});
