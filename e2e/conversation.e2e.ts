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
import { expectAccessible, openPage, signIn, test, visit } from './pages.ts';

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

test('a pasted picture is looked at in the reply before it is sent, and may be taken away', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Show me the receipt');
  await pickUp(page, 'Show me the receipt');
  const paste = () =>
    fieldOf(page).evaluate((field, data) => {
      const file = new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], 'receipt.png', { type: 'image/png' });
      const clipboardData = new DataTransfer();
      clipboardData.items.add(file);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, picture.toString('base64'));
  const kept = page.getByRole('list', { name: 'Files of the reply' }).getByRole('img', { name: 'Image receipt.png' });
  await paste();
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Remove receipt.png' }).click();
  await expect(kept).toHaveCount(0);
  await paste();
  await expect(kept).toBeVisible();
  await expect(page.getByRole('log').getByRole('img', { name: 'Image receipt.png' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(visitor.page.getByRole('img', { name: 'Image receipt.png' })).toBeVisible();
  await expect(kept).toHaveCount(0);
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

  const transferToOmar = async () => {
    await first.page.getByRole('button', { name: 'Transfer', exact: true }).click();
    const transfer = first.page.getByRole('dialog', { name: /^Transfer the chat with/ });
    await transfer.getByRole('combobox', { name: 'Agent' }).click();
    await first.page.getByRole('option', { name: /^Omar Khan · Online/ }).click();
    await transfer.getByRole('textbox', { name: 'Note' }).fill('Needs a refund');
    await transfer.getByRole('button', { name: 'Transfer' }).click();
  };
  await transferToOmar();
  await expect(second.page.getByText(/^Nina Kapoor transfers the chat with .+ to you\.$/)).toBeVisible();
  await second.page.getByRole('button', { name: /^Decline/ }).click();
  await expect(first.page.getByText('Omar Khan declined the transfer: the chat came back')).toBeVisible();
  await transferToOmar();

  await openWaiting(second.page, 'a transferred chat');
  await expect(waitingRow(second.page, 'My parcel is wet')).toContainText(/\d seconds left/);
  await waitingRow(second.page, 'My parcel is wet')
    .getByRole('button', { name: /^Pickup/ })
    .click();
  await expect(second.page.getByText('Nina Kapoor transferred the chat to Omar Khan. Note: Needs a refund')).toHaveCount(2);
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

test('with forty chats the list scrolls and the page does not', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'One of forty');
  await pickUp(page, 'One of forty');
  await page.route('**/e/enterprise/chat/summary?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { chatId: string }[] };
    const [chat] = body.data;
    const data = Array.from({ length: 40 }, (_, index) => ({
      ...chat,
      chatId: index === 0 ? chat?.chatId : `00000000-0000-4000-8000-0000000000${index + 10}`,
      newMsgCount: index,
      waitingSince: new Date().toISOString(),
    }));
    await route.fulfill({ response: answer, json: { ...body, data } });
  });
  for (const path of ['/chat/conversation', '/chatagent']) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem')).toHaveCount(40);
    const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.clientHeight]);
    expect(whole, path).toBe(seen);
  }
});

test('words typed after a chat was opened are its reply and never commands; keys command while the list has the focus', async ({
  browser,
}) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Where is my refund?');
  await pickUp(page, 'Where is my refund?');
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
  await page.keyboard.type('sea');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Active (1)')).toBeVisible();

  await fieldOf(page).press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^Close the chat with/ })).toBeVisible();
});

test('a chat that was closed is closed where it is opened among the earlier ones, also over the open drawer of a phone', async ({
  browser,
}) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'The first matter');
  await pickUp(page, 'The first matter');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await page
    .getByRole('dialog', { name: /^Close the chat with/ })
    .getByRole('button', { name: 'Close chat' })
    .click();
  await expect(page.getByText('Active (0)')).toBeVisible();
  await say(visitor.page, 'I want an agent');
  await expect(page.getByRole('button', { name: /^Chat notifications, \d+ chats? waiting/ })).toBeVisible();
  await say(visitor.page, 'The second matter');
  await pickUp(page, 'The second matter');
  const panel = page.getByRole('complementary', { name: 'Customer' });
  await panel.getByRole('button', { name: /Closed/ }).click();
  await expect(messageIn(page, 'The first matter')).toBeVisible();
  await expect(page.getByText(/ · Closed$/)).toBeVisible();
  await expect(page.getByText('This chat has ended. You can read it, but you cannot reply.')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the chats' }).click();
  await page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem').getByRole('button').click();
  await page.getByRole('button', { name: 'Show customer details' }).click();
  await panel.getByRole('button', { name: /Closed/ }).click();
  await expect(messageIn(page, 'The first matter')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('an agent who was away from the line reads in the list what was said last', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Before the break');
  await pickUp(page, 'Before the break');
  const row = page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem');
  await expect(row).toContainText('Before the break');
  await page.context().setOffline(true);
  await expect(page.getByText('Network is offline,Please Turn On Internet!').first()).toBeVisible();
  await say(visitor.page, 'During the break');
  await expect(messageIn(visitor.page, 'During the break')).toBeVisible();
  await page.context().setOffline(false);
  await expect(messageIn(page, 'During the break')).toBeVisible();
  await expect(row).toContainText('During the break');

  await page.context().setOffline(true);
  await expect(page.getByText('Network is offline,Please Turn On Internet!').first()).toBeVisible();
  await say(page, 'Answered in the break');
  await expect(page.getByText('Waiting for connection')).toBeVisible();
  await page.context().setOffline(false);
  await expect(messageIn(visitor.page, 'Answered in the break')).toBeVisible();
  await expect(row).toContainText('Answered in the break');
});

test('a new message shows on every screen: a count in the menu and in the title of the document', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'I will write again');
  await pickUp(page, 'I will write again');
  await expect(page).toHaveTitle(/^Interaction/);
  await visit(page, '/dashboard');
  await expect(page).toHaveTitle(/^Dashboard/);
  await say(visitor.page, 'One more thing');
  await expect(page).toHaveTitle(/^\(1\) Dashboard/);
  await expect(page.getByRole('link', { name: /Converse.*1 unread message/ })).toBeVisible();
  await page.getByRole('link', { name: /Converse/ }).click();
  await page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem').getByRole('button').click();
  await expect(messageIn(page, 'One more thing')).toBeVisible();
  await expect(page).toHaveTitle(/^Interaction/);
});

test('the customer reads Read once the agent has the end of the thread in view, and not while older words are', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'A long story');
  await pickUp(page, 'A long story');
  for (let part = 1; part <= 5; part += 1) await say(page, `Part ${part}\n${'so it went on\n'.repeat(8)}`.trim());
  await expect(messageIn(visitor.page, /^Part 5/)).toBeVisible();
  const thread = page.getByRole('log');
  await thread.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible();
  await say(visitor.page, 'Did you see this?');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toContainText('Did you see this?');
  await say(visitor.page, 'And this?');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toContainText('And this?');
  const unread = async () => {
    const answer = await page.request.get('/e/enterprise/chat/summary?perPage=-1', { headers: { 'authentication-token': agent.token } });
    return ((await answer.json()) as { data: { newMsgCount: number }[] }).data.map(({ newMsgCount }) => newMsgCount);
  };
  expect(await unread()).toEqual([2]);
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect.poll(unread).toEqual([0]);
});

test('a toast covers neither Send nor what is written, at either width', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Toast, please');
  await pickUp(page, 'Toast, please');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: /^Chat notifications/ }).click();
    await page.getByRole('menuitem', { name: /^Transfer Chats/ }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'No Transferred Chats to Accept!' });
    await expect(toast).toBeVisible();
    const [told, send] = await Promise.all([toast.boundingBox(), page.getByRole('button', { name: 'Send', exact: true }).boundingBox()]);
    if (!told || !send) throw new Error('both are visible');
    expect(told.y + told.height, `${width} px`).toBeLessThan(send.y);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  }
});

test('why a message failed, and Retry, stand whole in the thread of a phone', async ({ browser }) => {
  const agent = await openDesk(browser, ...nina);
  desks.push(agent);
  const { page } = agent;
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Did it go out?');
  await pickUp(page, 'Did it go out?');
  await say(page, 'No');
  await expect(messageIn(visitor.page, 'No')).toBeVisible();
  const address = page.url();
  await page.goto('/dashboard');
  const reason = 'The vendor could not deliver the message since the number of the recipient is not on its service any more';
  await page.route(/\/e\/enterprise\/chat\/[0-9a-f-]{36}/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { messages: { message: string }[] } };
    const messages = body.data.messages.map((action) =>
      action.message === 'No' ? { ...action, deliveryStatus: 3, channelErrorCode: '131026', channelErrorDesc: reason } : action,
    );
    // The console takes back a read that is on its way when its line opens, and reads anew.
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, messages } } }).catch(() => undefined);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  for (const [colorScheme, colour] of [
    ['dark', 'rgb(255, 157, 146)'],
    ['light', 'rgb(180, 35, 24)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByText(`Not delivered: ${reason} (131026)`)).toHaveCSS('color', colour);
  }
  for (const part of [page.getByText(`Not delivered: ${reason} (131026)`), page.getByRole('button', { name: 'Retry' })]) {
    const place = await part.boundingBox();
    expect(place?.x).toBeGreaterThanOrEqual(0);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
  }
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
