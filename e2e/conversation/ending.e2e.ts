import { expect } from '@playwright/test';
import { fieldOf, messageIn, pickUp, say, test } from '../chats.ts';

test('CHAT-012 CHAT-018 the agent closes with feedback, the visitor rates, and the record keeps both', async ({ desks }) => {
  const { agent, visitor } = await desks.meet('Just one question');
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

test('CHAT-012 CHAT-021 a suspended chat leaves the active tab, and a word of the visitor brings it back', async ({ desks }) => {
  const { agent, visitor } = await desks.meet('I will look for the number');
  await fieldOf(agent.page).press('Escape');
  await agent.page.keyboard.press('s');
  await expect(agent.page.getByRole('radio', { name: 'Until I resume it' })).toBeFocused();
  await agent.page.keyboard.press('Enter');
  await expect(agent.page.getByText('This chat is suspended. Resume it to reply.')).toBeVisible();
  await expect(agent.page.getByText('Suspended (1)')).toBeVisible();
  await expect(agent.page.getByText('Active (0)')).toBeVisible();
  await say(visitor.page, 'It is 4711');
  await expect(agent.page.getByText('Active (1)')).toBeVisible();
  await expect(messageIn(agent.page, 'It is 4711')).toBeVisible();
  await say(agent.page, 'Thank you');
  await expect(messageIn(visitor.page, 'Thank you')).toBeVisible();
});

test('a chat that was closed is closed where it is opened among the earlier ones, also over the open drawer of a phone', async ({
  desks,
}) => {
  const { page, visitor } = await desks.meet('The first matter');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await page
    .getByRole('dialog', { name: /^Close the chat with/ })
    .getByRole('button', { name: 'Close chat' })
    .click();
  await expect(page.getByText('Active (0)')).toBeVisible();
  // It ends when it can no longer be taken back: what the customer says before keeps it open.
  await expect(visitor.page.getByText('This conversation has ended')).toBeVisible();
  await say(visitor.page, 'I want an agent');
  await expect(page.getByRole('button', { name: /^Chat notifications, \d+ chats? waiting/ })).toBeVisible();
  await say(visitor.page, 'The second matter');
  await pickUp(page, 'The second matter');
  const panel = page.getByRole('complementary', { name: 'Customer' });
  // The press is a key: parts above it load and move it.
  await panel.getByRole('button', { name: /Closed/ }).press('Enter');
  await expect(messageIn(page, 'The first matter')).toBeVisible();
  await expect(page.getByText(/ · Closed$/)).toBeVisible();
  await expect(page.getByText('This chat has ended. You can read it, but you cannot reply.')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the chats' }).click();
  await page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem').getByRole('button').click();
  await page.getByRole('button', { name: 'Show customer details' }).click();
  // The press is a key: parts above it load and move it.
  await panel.getByRole('button', { name: /Closed/ }).press('Enter');
  await expect(messageIn(page, 'The first matter')).toBeVisible();
  await expect(panel).toHaveCount(0);
});
