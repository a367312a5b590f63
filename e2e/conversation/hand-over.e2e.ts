import { expect } from '@playwright/test';
import {
  fieldOf,
  goOnline,
  messageIn,
  nina,
  omar,
  openWaiting,
  openWidget,
  pickUp,
  say,
  test,
  visitDemo,
  waitInQueue,
  waitingRow,
} from '../chats.ts';
import { expectAccessible, openPage } from '../pages.ts';

test('RT-024 SHELL-049 NOTIF-009 a visitor asks the bot, is handed to an agent, reloads, and the conversation is all there', async ({
  browser,
  desks,
}) => {
  const visitor = await openPage(browser);
  const agent = await desks.open(nina);
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

  // Back to the bot, which answers what the agent has left unanswered.
  await say(visitor.page, 'And when are you open?');
  await expect(messageIn(agent.page, 'And when are you open?')).toBeVisible();
  await fieldOf(agent.page).press('Escape');
  await agent.page.keyboard.press('Shift+R');
  const returning = agent.page.getByRole('dialog', { name: /^Return the chat with/ });
  await expect(returning.getByText(/answers what nobody has answered yet/)).toBeVisible();
  await expectAccessible(agent.page, 'the return of a chat');
  await returning.getByRole('button', { name: 'Return' }).click();
  await expect(agent.page.getByText('You returned the chat.')).toBeVisible();
  await expect(visitor.page.getByText('Monday to Saturday, 9:00 to 18:00')).toHaveCount(2);
  expect(visitor.problems).toEqual([]);
  expect(agent.problems).toEqual([]);
});

test('NOTIF-011 two agents go for one chat: exactly one has it, the other reads why not', async ({ browser, desks }) => {
  const first = await desks.open(nina);
  const second = await desks.open(omar);
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'Both of you, please');
  for (const { page } of [first, second]) {
    await openWaiting(page, 'a new chat');
    await expect(waitingRow(page, 'Both of you, please')).toBeVisible();
  }
  const pickups = await Promise.all(
    [first, second].map(({ page }) =>
      waitingRow(page, 'Both of you, please')
        .getByRole('button', { name: /^Pickup/ })
        .elementHandle(),
    ),
  );
  // Both pages click at the same moment of their clocks: a click sent to the second page would come after the news that removes the button.
  const at = Date.now() + 4000;
  const clickAt = (button: Node, moment: number) =>
    new Promise<void>((resolve) => {
      setTimeout(() => {
        (button as HTMLElement).click();
        resolve();
      }, moment - Date.now());
    });
  await Promise.all(pickups.map((button) => button?.evaluate(clickAt, at)));
  // A page that clicks after the news has come reads that nothing waits any more. The words stand for some seconds, so both are asked at once.
  const lost = (agent: typeof first) => agent.page.getByText(/^(Picked up by (Nina Kapoor|Omar Khan)|No New Chats to Accept!)$/);
  const [loser, words] = await Promise.any([first, second].map(async (agent) => [agent, await lost(agent).textContent()] as const));
  const winner = loser === first ? second : first;
  expect([`Picked up by ${winner.name}`, 'No New Chats to Accept!']).toContain(words);
  for (const { page } of [first, second]) await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(visitor.page.getByText(`You are talking to ${winner.name}`, { exact: true })).toBeVisible();
  await expect(messageIn(winner.page, 'Both of you, please')).toBeVisible();
  await expect(fieldOf(loser.page)).toHaveCount(0);
  await expect(fieldOf(winner.page)).toHaveCount(1);
});

test('RT-025 RT-026 RT-034 RT-035 a chat is transferred with a note, its first agent is invited back, speaks, and leaves', async ({
  browser,
  desks,
}) => {
  const first = await desks.open(nina);
  const second = await desks.open(omar);
  for (const { page } of [first, second]) await goOnline(page);
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
  // These words stand for some seconds.
  await expect(first.page.getByText('You transferred the chat!')).toBeVisible();
  await expect(second.page.getByText('Nina Kapoor transferred the chat to Omar Khan. Note: Needs a refund')).toHaveCount(2);
  await expect(second.page.getByText('Active (1)')).toBeVisible();
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
  // A reply is held that is begun before the colleague's answer was in view.
  await expect(messageIn(first.page, 'Omar here')).toBeVisible();
  const newest = Number(await first.page.locator('[data-number]').last().getAttribute('data-number'));
  await expect(async () => {
    await fieldOf(first.page).fill('');
    await fieldOf(first.page).fill('Nina is back');
    const seen = await first.page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('chat-draft-seen'))?.[1]);
    expect(Number(seen)).toBeGreaterThanOrEqual(newest);
  }).toPass();
  await first.page.keyboard.press('Enter');
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

test('CHAT-046 the screen chatagent is the same conversation without the frame, and chats can be picked up there', async ({
  browser,
  desks,
}) => {
  const agent = await desks.open(nina);
  const { page } = agent;
  await page.goto('/chatagent');
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, 'In a window of its own');
  await pickUp(page, 'In a window of its own');
  await expect(page).toHaveURL(/\/chatagent/);
  await expect(page.getByRole('navigation', { name: /^(Main menu|Pages of)/ })).toHaveCount(0);
  await say(page, 'Here as well');
  await expect(messageIn(visitor.page, 'Here as well')).toBeVisible();
  await expectAccessible(page, 'the bare conversation');
  expect(agent.problems).toEqual([]);
});
