import { expect, type Locator } from '@playwright/test';
import {
  type Agent,
  clearDesk,
  fieldOf,
  goOnline,
  messageIn,
  openDesk,
  openWaiting,
  openWidget,
  pickUp,
  say,
  visitDemo,
  waitInQueue,
  waitingRow,
} from './chats.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

/** One agent's desk for the journey, cleared when it is over. */
let desks: Agent[] = [];
const nina = ['agent@demo.example', 'Nina Kapoor'] as const;
const omar = ['agent2@demo.example', 'Omar Khan'] as const;

test.afterEach(async () => {
  for (const desk of desks) await clearDesk(desk);
  desks = [];
});

test('RT-024 SHELL-049 NOTIF-009 a visitor asks the bot, is handed to an agent, reloads, and the conversation is all there', async ({
  browser,
}) => {
  const visitor = await openPage(browser);
  const agent = await openPage(browser);
  const token = await signIn(agent.page, nina[0]);
  desks.push({ ...agent, token, name: nina[1] });
  await agent.page.goto('/dashboard');

  await visitor.page.goto('/demo');
  await openWidget(visitor.page);
  await say(visitor.page, 'When are you open?');
  await expect(visitor.page.getByText('Monday to Saturday, 9:00 to 18:00')).toBeVisible();
  await say(visitor.page, 'I want an agent');
  await expect(visitor.page.getByText('I will get a colleague for you.')).toBeVisible();

  // The bell says that somebody waits before an agent goes for it: with a count of nothing, a click says so and picks nothing up.
  await agent.page.getByRole('button', { name: /chat notifications, \d+ chats? waiting/i }).click();
  await agent.page.getByRole('menuitem', { name: /Live Chats/ }).click();
  await expect(agent.page).toHaveURL(/\/chat\/conversation/);
  await expect(agent.page.getByText('I want an agent').last()).toBeVisible();
  await say(agent.page, 'Hello, this is Nina.');
  await expect(visitor.page.getByText('Hello, this is Nina.')).toBeVisible();
  await say(visitor.page, 'Nice to meet you');
  await expect(agent.page.getByText('Nice to meet you').last()).toBeVisible();
  await expectAccessible(agent.page, 'an open conversation');
  await expectAccessible(visitor.page, 'an open widget');

  await visitor.page.reload();
  await openWidget(visitor.page);
  await expect(visitor.page.getByText('Hello, this is Nina.')).toBeVisible();
  await expect(visitor.page.getByText('Nice to meet you')).toHaveCount(1);
  await agent.page.reload();
  await expect(agent.page.getByText('Nice to meet you').last()).toBeVisible();
  expect(visitor.problems).toEqual([]);
  expect(agent.problems).toEqual([]);
});

test('NOTIF-011 two agents go for one chat: exactly one has it, the other reads why not', async ({ browser }) => {
  const first = await openDesk(browser, ...nina);
  const second = await openDesk(browser, ...omar);
  desks.push(first, second);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Both of you, please');
  for (const { page } of desks) {
    await openWaiting(page, 'a new chat');
    await expect(waitingRow(page, 'Both of you, please')).toBeVisible();
  }
  await Promise.all(
    desks.map(({ page }) =>
      waitingRow(page, 'Both of you, please')
        .getByRole('button', { name: /^Pickup/ })
        .click(),
    ),
  );
  for (const { page } of desks) await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(visitor.page.getByText(/^You are talking to (Nina Kapoor|Omar Khan)$/)).toBeVisible();
  const header = await visitor.page.getByText(/^You are talking to/).textContent();
  const winner = header?.includes(first.name) ? first : second;
  const loser = winner === first ? second : first;
  await expect(messageIn(winner.page, 'Both of you, please')).toBeVisible();
  // Whoever clicks after the news has come reads that nothing waits any more.
  await expect(loser.page.getByText(new RegExp(`^(Picked up by ${winner.name}|No New Chats to Accept!)$`))).toHaveCount(1);
  await expect(fieldOf(loser.page)).toHaveCount(0);
  await expect(fieldOf(winner.page)).toHaveCount(1);
});

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const table = 'parcel;day\n17;Monday\n';

test('a picture of the visitor and a file of the agent reach the other side whole', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'I will show you');
  await pickUp(agent.page, 'I will show you');

  await visitor.page.locator('input[type=file]').setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: picture });
  const shown = agent.page.getByRole('log').getByRole('img', { name: 'Image broken.png' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);

  await agent.page.getByRole('button', { name: 'Attach a file' }).click();
  await agent.page.getByRole('tab', { name: 'Browse' }).click();
  await agent.page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  const link = visitor.page.getByRole('link', { name: 'plan.csv' });
  await expect(link).toBeVisible();
  const answer = await visitor.page.request.get(await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href));
  expect(await answer.text()).toBe(table);
  expect(visitor.problems).toEqual([]);
  expect(agent.problems).toEqual([]);
});

test('CHAT-012 CHAT-018 the agent closes with feedback, the visitor rates, and the record keeps both', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Just one question');
  await pickUp(agent.page, 'Just one question');
  const address = agent.page.url();
  await agent.page.getByRole('button', { name: 'Close chat' }).click();
  const dialog = agent.page.getByRole('dialog', { name: /^Close the chat with/ });
  await dialog.getByRole('textbox', { name: 'Feedback' }).fill('Solved at once');
  await dialog.getByRole('button', { name: 'Close chat' }).click();

  await expect(visitor.page.getByText('This conversation has ended')).toBeVisible();
  await visitor.page.getByTitle('4 stars').click();
  await visitor.page.getByRole('textbox', { name: 'Comment (optional)' }).fill('Quick and kind');
  await visitor.page.getByRole('button', { name: 'Send rating' }).click();
  await expect(visitor.page.getByText('Thank you for your rating.')).toBeVisible();

  await agent.page.goto(address);
  await expect(agent.page.getByText('Nina Kapoor closed the chat. Feedback: Solved at once')).toBeVisible();
  await expect(agent.page.getByText(/rated the chat 4 of 5: Quick and kind/)).toBeVisible();
  await expect(agent.page.getByText('This chat has ended. You can read it, but you cannot reply.')).toBeVisible();
});

test('CHAT-012 CHAT-021 a suspended chat leaves the active tab, and a word of the visitor brings it back', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'I will look for the number');
  await pickUp(agent.page, 'I will look for the number');
  await fieldOf(agent.page).press('Escape');
  await agent.page.keyboard.press('s');
  await expect(agent.page.getByText('This chat is suspended. Resume it to reply.')).toBeVisible();
  await expect(agent.page.getByText('Suspended (1)')).toBeVisible();
  await expect(agent.page.getByText('Active (0)')).toBeVisible();
  await say(visitor.page, 'It is 4711');
  await expect(agent.page.getByText('Active (1)')).toBeVisible();
  await expect(messageIn(agent.page, 'It is 4711')).toBeVisible();
  await say(agent.page, 'Thank you');
  await expect(messageIn(visitor.page, 'Thank you')).toBeVisible();
});

test('RT-025 RT-026 RT-034 RT-035 a chat is transferred with a note, its first agent is invited back, speaks, and leaves', async ({
  browser,
}) => {
  const first = await openDesk(browser, ...nina);
  const second = await openDesk(browser, ...omar);
  desks.push(first, second);
  for (const { page } of desks) await goOnline(page);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'My parcel is wet');
  await pickUp(first.page, 'My parcel is wet');

  await first.page.getByRole('button', { name: 'Transfer', exact: true }).click();
  const transfer = first.page.getByRole('dialog', { name: /^Transfer the chat with/ });
  await transfer.getByRole('combobox', { name: 'Agent' }).click();
  await first.page.getByRole('option', { name: /^Omar Khan · Online/ }).click();
  await transfer.getByRole('textbox', { name: 'Note' }).fill('Needs a refund');
  await transfer.getByRole('button', { name: 'Transfer' }).click();

  await openWaiting(second.page, 'a transferred chat');
  await waitingRow(second.page, 'My parcel is wet')
    .getByRole('button', { name: /^Pickup/ })
    .click();
  await expect(second.page.getByText('Nina Kapoor transferred the chat to Omar Khan. Note: Needs a refund')).toBeVisible();
  await expect(second.page.getByText('Active (1)')).toBeVisible();
  await expect(first.page.getByText('You transferred the chat!')).toBeVisible();
  await expect(first.page.getByText('Active (0)')).toBeVisible();
  await expect(fieldOf(first.page)).toHaveCount(0);
  await say(second.page, 'Omar here');
  await expect(messageIn(visitor.page, 'Omar here')).toBeVisible();

  await second.page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invitation = second.page.getByRole('dialog', { name: /^Invite to the chat with/ });
  await invitation.getByRole('combobox', { name: 'Agent' }).click();
  await second.page.getByRole('option', { name: /^Nina Kapoor · Online/ }).click();
  await invitation.getByRole('button', { name: 'Invite' }).click();
  await openWaiting(first.page, 'an invitation');
  await waitingRow(first.page, 'Omar here')
    .getByRole('button', { name: /^Pickup/ })
    .click();
  await expect(second.page.getByText('Nina Kapoor joined the chat')).toBeVisible();
  await expect(first.page.getByText('Active (1)')).toBeVisible();
  await say(first.page, 'Nina is back');
  await expect(messageIn(visitor.page, 'Nina is back')).toBeVisible();
  await expect(messageIn(second.page, 'Nina is back')).toBeVisible();

  await first.page.getByRole('button', { name: 'More actions' }).click();
  await first.page.getByRole('menuitem', { name: 'Leave' }).click();
  await first.page
    .getByRole('dialog', { name: /^Leave the chat with/ })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(first.page.getByText('You left the chat!')).toBeVisible();
  await expect(first.page.getByText('Active (0)')).toBeVisible();
  await expect(second.page.getByText('Nina Kapoor left the chat')).toBeVisible();
});

test('an agent whose line goes keeps the draft, and what was sent meanwhile arrives once and in order', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Are you still there?');
  await pickUp(agent.page, 'Are you still there?');

  await agent.page.context().setOffline(true);
  await expect(agent.page.getByText('Network is offline,Please Turn On Internet!').first()).toBeVisible();
  await say(agent.page, 'First of two');
  await say(agent.page, 'Second of two');
  await expect(agent.page.getByText('Waiting for connection')).toHaveCount(2);
  await fieldOf(agent.page).fill('Half a sen');
  await expect(messageIn(visitor.page, 'First of two')).toHaveCount(0);

  await agent.page.context().setOffline(false);
  await expect(messageIn(visitor.page, 'Second of two')).toBeVisible();
  await expect(messageIn(visitor.page, /^(First|Second) of two$/)).toHaveText(['First of two', 'Second of two']);
  await expect(agent.page.getByText('Waiting for connection')).toHaveCount(0);
  await expect(messageIn(agent.page, /^(First|Second) of two$/)).toHaveText(['First of two', 'Second of two']);
  await expect(fieldOf(agent.page)).toHaveValue('Half a sen');
  await agent.page.reload();
  await expect(fieldOf(agent.page)).toHaveValue('Half a sen');
});

test('single keys move through the chats, pin one, and lead to the reply and the search', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const subjects = ['The older chat', 'The newer chat'] as const;
  for (const subject of subjects) {
    const visitor = await visitDemo(browser);
    await waitInQueue(visitor.page, subject);
    await pickUp(page, subject);
  }
  const [older, newer] = subjects;
  const rows = page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem');
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

test('CHAT-046 the screen chatagent is the same conversation without the frame, and chats can be picked up there', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  await page.goto('/chatagent');
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'In a window of its own');
  await pickUp(page, 'In a window of its own');
  await expect(page).toHaveURL(/\/chatagent/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await say(page, 'Here as well');
  await expect(messageIn(visitor.page, 'Here as well')).toBeVisible();
  await expectAccessible(page, 'the bare conversation');
  expect(agent.problems).toEqual([]);
});

test('every menu, dialog and picker of the conversation is accessible', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
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
  await leave(dialog);
  await button('More actions').click();
  await expect(menu).toBeVisible();
  await scan('actions');
  await leave(menu);

  await fieldOf(page).press('Escape');
  for (const key of ['a', 'i', 'l', 'e', '?']) {
    await page.keyboard.press(key);
    await expect(dialog).toBeVisible();
    await scan(`dialog of ${key}`);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }
  expect(agent.problems).toEqual([]);
});
