import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test } from './pages.ts';

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) });
const isDone = (page: Page, name: string) => expect(page.getByRole('button', { name: new RegExp(`^${name}.*Done`) })).toBeVisible();

async function openDialog(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^(Sign in at the provider|Open the window again)$/ }).click();
  const dialog = await opening;
  await expect(dialog.getByRole('heading', { name: 'Sandbox of the provider' })).toBeVisible();
  return dialog;
}

test('CHAN-046 CHAN-056 CHAN-057 a new number comes from nothing to a connected channel, over a closed window and a lost answer', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Shrubbery');
  await signIn(page, email);
  await page.goto('/admin/whatsapp-onboarding');
  await expect(page.getByRole('heading', { name: 'No numbers yet' })).toBeVisible();
  await expectAccessible(page, 'no numbers yet');
  await page.getByRole('button', { name: 'Try it in the sandbox' }).click();
  await page.getByRole('button', { name: 'Ask the provider' }).click();
  await isDone(page, 'Permissions and partner');
  await expectAccessible(page, 'the stepper');

  const closed = await openDialog(page);
  await closed.close();
  await expect(page.getByText('The window was closed before the sign-in was finished.', { exact: false })).toBeVisible();
  const dialog = await openDialog(page);
  await expectAccessible(dialog, 'the dialog of the sandbox');
  await dialog.getByRole('textbox', { name: 'Name of the business' }).fill('Lucky Shrub');
  await dialog.getByRole('button', { name: 'Finish' }).click();
  await isDone(page, 'Business account');
  await page.getByRole('button', { name: 'Choose Lucky Shrub' }).click();
  await isDone(page, 'Choose the account');

  // The provider adds this number, and its answer is lost on the way.
  const phoneNumber = `9${String(Date.now()).slice(-5)}0002`;
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phoneNumber);
  await page.getByRole('textbox', { name: 'Display name' }).fill('Lucky Shrub');
  await page.getByRole('button', { name: 'Add a number' }).click();
  await expect(page.getByText('The answer was lost.', { exact: false })).toBeVisible();
  await page.reload();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phoneNumber);
  await page.getByRole('textbox', { name: 'Display name' }).fill('Lucky Shrub');
  await page.getByRole('button', { name: 'Add a number' }).click();

  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByRole('timer')).toHaveText(/Another code in \d+ seconds?/);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('123 456');
  await page.getByRole('button', { name: 'Verify and register' }).click();
  await isDone(page, 'Verify the number');
  await page.getByRole('textbox', { name: 'About' }).fill('Shrubs of all sizes');
  await page.getByRole('button', { name: 'Save the profile' }).click();
  await isDone(page, 'Display name and profile');
  await page.getByRole('button', { name: 'Set the callbacks' }).click();
  await isDone(page, 'Callbacks');
  await page.getByRole('button', { name: 'Write from this phone' }).click();
  await expect(page.getByText(/\+919899900001 wrote at/)).toBeVisible();
  await page.getByRole('button', { name: 'Send the first message' }).click();
  await isDone(page, 'First message to yourself');
  await expect(step(page, 'Connect the channel').getByText('OK', { exact: true })).toHaveCount(5);
  await expectAccessible(page, 'the checks at the end');

  // The channel stands until then among the others as what it is.
  const address = page.url();
  await page.goto('/admin/channels');
  const card = page.getByRole('article', { name: `WhatsApp +91${phoneNumber}` });
  await expect(card.getByText('Setup unfinished')).toBeVisible();
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Name of the channel' }).fill('Shop');
  await page.getByRole('button', { name: 'Connect the channel', exact: true }).last().click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.goto('/admin/channels');
  await expect(page.getByRole('article', { name: 'Shop' }).getByText('Active', { exact: true })).toBeVisible();
  // The first message stands in the ledger.
  await page.goto('/admin/report');
  await expectLoaded(page);
  await expect(page.getByText('+919899900001').first()).toBeVisible();
  // The lost answer, and nothing else.
  expect(problems).toEqual([expect.stringContaining('409 (Conflict)')]);
});
