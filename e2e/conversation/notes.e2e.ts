import { expect } from '@playwright/test';
import { fieldOf, messageIn, say, test } from '../chats.ts';

const asha = ['admin@demo.example', 'Asha Rao'] as const;
const name = asha[1];

test('a note mentions a colleague by keyboard, who finds it in the tab of mentions and in the thread; the customer never sees it', async ({
  desks,
}) => {
  const { page, visitor } = await desks.meet('My parcel is broken');
  const admin = await desks.open(asha);
  await fieldOf(page).press('Escape');
  await page.keyboard.press('n');
  const note = page.getByRole('combobox', { name: /^Note for colleagues/ });
  await expect(note).toBeFocused();
  await page.keyboard.type(`Refund it, @${name.slice(0, 2)}`);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(note).toHaveValue(`Refund it, @${name} `);
  await page.keyboard.type('please');
  await page.keyboard.press('Enter');
  const line = page.getByRole('article', { name: /^Internal note of/ });
  await expect(line).toContainText(`Refund it, @${name} please`);
  await expect(note).toHaveValue('');

  // The colleague hears of it, reads it in the thread, and has read it.
  const tab = admin.page.getByRole('navigation', { name: 'Tabs of the inbox' }).getByRole('button', { name: /^Mentions/ });
  await expect(tab).toContainText('1');
  await tab.click();
  await admin.page.getByRole('button', { name: /Refund it/ }).click();
  await expect(admin.page.getByRole('article', { name: /^Internal note of/ })).toContainText('please');
  await expect(tab).toHaveText('Mentions');

  // The reply is still there, and goes to the customer; the note does not.
  await note.press('Escape');
  await page.keyboard.press('r');
  await expect(fieldOf(page)).toBeFocused();
  await say(page, 'We send another one');
  await expect(messageIn(visitor.page, 'We send another one')).toBeVisible();
  await expect(visitor.page.getByText('Refund it')).toHaveCount(0);

  // Labels and priority, by key, where both read who has changed them.
  await fieldOf(page).press('Escape');
  await page.keyboard.press('Shift+P');
  await page.getByRole('menuitem', { name: /^8/ }).click();
  await expect(page.getByRole('log').getByText(/changed the priority from 5 to 8/)).toBeVisible();
  await expect(admin.page.getByRole('log').getByText(/changed the priority from 5 to 8/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Priority 8', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Copy the number #\d+-\d$/ })).toBeVisible();
});
