import { expect } from '@playwright/test';
import { chatwootZip } from '../apps/server/test/moves.files.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test, visit } from './pages.ts';

test('an export of Chatwoot is planned, moved in, looked at in the history and undone', async ({ browser }) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Movers');
  await signIn(page, email);
  await page.goto('/admin/moving-in');
  await page.getByRole('button', { name: 'Move in' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Move in' });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'chatwoot.zip', mimeType: 'application/zip', buffer: chatwootZip() });
  await dialog.getByRole('button', { name: 'Read it' }).click();

  const plan = page.getByRole('table', { name: 'Plan' });
  await expect(plan.getByRole('row', { name: /Conversations 2 0 0/ })).toBeVisible();
  await expect(plan.getByRole('row', { name: /Contacts 2 0 2/ })).toBeVisible();
  await expectAccessible(page, 'the plan of a move');
  await page.getByRole('link', { name: 'Contacts: 1 has neither number nor e-mail address' }).click();
  await expect(page.getByRole('table', { name: 'Records' }).getByRole('row', { name: /Contact 3/ })).toBeVisible();

  await page.getByRole('button', { name: 'Take it in' }).click();
  await page.getByRole('dialog', { name: 'Take this in?' }).getByRole('button', { name: 'Take it in' }).click();
  await page.getByRole('link', { name: 'See the old conversations' }).click();
  const history = page.getByRole('table', { name: 'Chat history' });
  await expect(history.getByRole('row', { name: /Contact 1/ })).toContainText('From Chatwoot');
  await history.getByRole('link', { name: /Open the chat with Contact 1/ }).click();
  await expect(page.getByText('Your refund of the blue kettle is on its way')).toBeVisible();
  await expect(page.getByText('File in the old product: bill.pdf')).toBeVisible();
  await expectAccessible(page, 'a conversation of another product');
  await page.keyboard.press('Escape');

  await visit(page, '/admin/moving-in');
  await page.getByRole('link', { name: /Open the move from Chatwoot/ }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Undo this move?' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Report' })).toContainText('Undone');
  await visit(page, '/chat/history');
  await expect(page.getByText('No ended chats yet')).toBeVisible();
  expect(problems).toEqual([]);
});
