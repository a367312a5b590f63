import { expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

test('forms 21 acceptance journey 11: a card with a calendar and four suggestions, what each channel loses of it, a stream with it, and an older copy (MENU-034)', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Cards');
  const token = await signIn(page, email);
  const headers = { 'authentication-token': token };

  await test.step('a card is written from the menu', async () => {
    await page.goto('/admin/richcard');
    await expect(page.getByRole('heading', { name: 'Rich cards', exact: true })).toBeVisible();
    await expect(page.getByText('No rich cards yet')).toBeVisible();
    await page.getByRole('link', { name: 'New card' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Visit');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Your visit, {{name}}');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We see you on Friday.');
    for (const [place, title] of ['I come', 'Later', 'Cancel'].entries()) {
      await page.getByRole('button', { name: 'Add a suggestion' }).click();
      await page.getByRole('menuitem', { name: 'Reply' }).click();
      await page.getByRole('textbox', { name: `Title of suggestion ${place + 1}` }).fill(title);
    }
    await page.getByRole('button', { name: 'Add a suggestion' }).click();
    await page.getByRole('menuitem', { name: 'Put into the calendar' }).click();
    await page.getByRole('textbox', { name: 'Title of suggestion 4' }).fill('Into my calendar');
    await page.getByRole('textbox', { name: 'Event of suggestion 4' }).fill('Visit');
    await page.getByRole('textbox', { name: 'Words for other channels' }).fill('Your visit is on Friday, {{name}}.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('There is no variable named name.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Add a variable' }).click();
    await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('name');
    await page.getByRole('textbox', { name: 'Sample of variable 1' }).fill('Asha');
  });

  await test.step('each channel shows what goes out and what is lost', async () => {
    const on = (name: string) => page.getByRole('listitem', { name, exact: true });
    await expect(on('RCS')).toContainText('Your visit, Asha');
    await expect(on('RCS')).toContainText('Whole');
    await expect(on('RCS')).toContainText('Nothing is lost.');
    await expect(on('WHATSAPP')).toContainText('Reduced');
    await expect(on('WHATSAPP').getByRole('list', { name: 'Lost on WHATSAPP' })).toHaveText('“Into my calendar” is a line of the text.');
    await expect(on('SMS')).toContainText('Your visit is on Friday, Asha.');
    await expect(on('SMS')).toContainText('“Cancel” is a line with a number.');
    await page.getByText('Dark', { exact: true }).click();
    await expectAccessible(page, 'editor of a card');
    await page.getByText('Light', { exact: true }).click();
  });

  await test.step('it is saved, and listed', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The rich card is saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to rich cards' }).click();
    await expect(page.getByRole('row', { name: /Visit/ })).toContainText('RCS');
    await expectAccessible(page, 'list of cards');
  });

  const created = await page.request.post('/e/enterprise/journey', { data: { name: 'Appointments' }, headers });
  const { id } = ((await created.json()) as { data: { id: string } }).data;
  await test.step('a stream takes it from the library', async () => {
    await page.goto(`/designer/journey/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Add the first node' }).press('Enter');
    const dialog = frame.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Rich card');
    await dialog.getByRole('textbox').press('Enter');
    await frame.getByText('From the library', { exact: true }).click();
    await frame.getByRole('combobox', { name: 'Card of the library' }).click();
    await frame.getByRole('option', { name: 'Visit' }).click();
    await expect(frame.getByRole('textbox', { name: 'Value of name' })).toHaveValue('"Asha"');
    await frame.getByRole('textbox', { name: 'Value of name' }).fill('customer.name');
    await expect(frame.getByText('[I come] [Later] [Cancel] [Into my calendar]')).toBeVisible();
    await expect(frame.getByText(/^Saved \d/)).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).not.toHaveURL(/designer/);
  });

  await test.step('a renamed card is newer than its copy, until the drafts are updated', async () => {
    await page.goto('/admin/richcard');
    await expect(page.getByRole('row', { name: /Visit/ })).toContainText('1 stream');
    await page.getByRole('link', { name: 'Visit' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Visit of a customer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('older in 1 stream')).toBeVisible();
    await page.getByRole('button', { name: 'Update drafts' }).click();
    await expect(page.getByText('1 draft has the card as it is now.')).toBeVisible();
    await expect(page.getByText('older in 1 stream')).toBeHidden();
  });
  expect(problems).toEqual([]);
});
