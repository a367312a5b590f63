import { expect } from '@playwright/test';
import { fieldOf, messageIn, say, test } from '../chats.ts';
import { visit } from '../pages.ts';

test('an agent whose line goes keeps the draft, and what was sent meanwhile arrives once and in order', async ({ desks }) => {
  const { agent, visitor } = await desks.meet('Are you still there?');

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

test('messages that an agent wrote offline in two tabs that were closed arrive once from each', async ({ desks }) => {
  const { page, visitor } = await desks.meet('Two tabs, please');
  const conversation = page.url();
  const second = await page.context().newPage();
  await second.goto(conversation);
  await expect(fieldOf(second)).toBeVisible();
  await page.context().setOffline(true);
  for (const tab of [page, second]) await expect(tab.getByText('Network is offline,Please Turn On Internet!').first()).toBeVisible();
  await say(page, 'From the first tab');
  await say(second, 'From the second tab');
  for (const tab of [page, second]) await expect(tab.getByText('Waiting for connection')).toHaveCount(2);
  await second.close();
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(conversation);
  await expect(messageIn(visitor.page, 'From the second tab')).toBeVisible();
  await expect(messageIn(visitor.page, /^From the/)).toHaveText(['From the first tab', 'From the second tab']);
  await expect(page.getByText('Waiting for connection')).toHaveCount(0);
});

test('an agent who was away from the line reads in the list what was said last', async ({ desks }) => {
  const { page, visitor } = await desks.meet('Before the break');
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

test('a new message shows on every screen: a count in the menu and in the title of the document', async ({ desks }) => {
  const { page, visitor } = await desks.meet('I will write again');
  // All that was said has room above the reply and its suggestions, so it is read.
  await page.setViewportSize({ width: 1280, height: 770 });
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
