import { expect } from '@playwright/test';
import { publishEncap } from './encap-scene.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

test('CAMP-024 CAMP-025 CAMP-030 CAMP-032 CAMP-033 DESIGN-001 SHELL-011 an encap is made, published, launched, paused and stopped, and its page is set', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Encaps');
  const headers = { 'authentication-token': await signIn(page, email) };

  await page.goto('/encaps');
  await expect(page.getByText('No encaps yet')).toBeVisible();
  await expectAccessible(page, 'a list without encaps');
  await page.getByRole('button', { name: 'New encap' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Loan');
  await page.getByRole('button', { name: 'Create and open' }).click();
  await expect(page).toHaveURL(/\/designer\/encap\/[\w-]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  await expect(page.getByRole('heading', { name: 'Designer | Loan' })).toBeVisible();
  expect(await page.locator('iframe').getAttribute('src')).toContain(`#campaign/${id}/builder?`);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/encaps');
  await expect(page.getByRole('row', { name: /Loan/ })).toContainText('Draft');
  await publishEncap(page, headers, id);

  await visit(page, `/encaps/${id}`);
  await expect(page.getByText('Published v1')).toBeVisible();
  await expect(page.getByText('1. Name told')).toBeVisible();
  await expect(page.getByText('No launch yet')).toBeVisible();
  await expectAccessible(page, 'the overview of an encap', 'main');

  await test.step('a launch is made, started with its address and code, paused, resumed and stopped', async () => {
    await page.getByRole('tab', { name: 'Launches' }).click();
    await page.getByRole('button', { name: 'New launch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Spring');
    await expectAccessible(page, 'a new launch', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.getByRole('row', { name: /Spring/ });
    await expect(row).toContainText('Created');
    const act = async (name: string) => {
      await row.getByRole('button', { name: 'Actions of Spring' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await act('Start');
    await expect(row).toContainText('Started');
    await act('Address and QR code');
    await expect(page.getByRole('img', { name: 'QR code of the page of Spring' })).toBeVisible();
    expect(await dialog.locator('pre').textContent()).toMatch(/\/p\/\S+$/);
    await expectAccessible(page, 'the address of a launch', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await act('Pause');
    await expect(row).toContainText('Paused');
    await act('Resume');
    await expect(row).toContainText('Started');
    await act('Stop');
    await dialog.getByLabel('Reason').fill('The offer has changed.');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(row).toContainText('Stopped');
    await expect(row).toContainText('The offer has changed.');
    await expectAccessible(page, 'launches of an encap', 'main');
  });

  await test.step('links of people are made, found by their state, and closed', async () => {
    await page.getByRole('button', { name: 'New launch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Partners');
    await dialog.getByLabel('A link for each person').check();
    await dialog.getByLabel('Start it at once').check();
    await dialog.getByRole('button', { name: 'Create and start' }).click();
    const row = page.getByRole('row', { name: /Partners/ });
    await expect(row).toContainText('Started');
    await row.getByRole('button', { name: 'Actions of Partners' }).click();
    await page.getByRole('menuitem', { name: 'Make links', exact: true }).click();
    await dialog.getByLabel('People').fill('number,name,city\n+919876500001,Asha,Pune\n+919876500002,Bina,Goa');
    await dialog.getByRole('button', { name: 'Make 2 links' }).click();
    await expect(dialog.getByRole('table', { name: 'Links that were made' }).getByRole('row')).toHaveCount(3);
    await expectAccessible(page, 'links that were made', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(row).toContainText('2 = 2 unopened');
    await row.getByRole('link', { name: 'Open Unopened: 2 links' }).click();
    await page.getByRole('button', { name: 'Close the link of Asha' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(page.getByRole('table', { name: 'Links' }).getByRole('row')).toHaveCount(2);
    await expectAccessible(page, 'links of a launch', 'main');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByText(/^2 launched = 0 not sent \+ 1 unopened .* \+ 1 closed$/)).toBeVisible();
  });

  await test.step('the page is set', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Title').fill('Your loan');
    await page.getByLabel('Colour', { exact: true }).fill('#005fcc');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.reload();
    await expect(page.getByLabel('Title')).toHaveValue('Your loan');
    await expectAccessible(page, 'settings of an encap', 'main');
  });

  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['overview', 'launches', 'links', 'settings']) {
    await visit(page, `/encaps/${id}?tab=${tab}`);
    await expectLoaded(page);
    await expectFits(page);
  }
  for (const view of ['table', 'cards']) {
    await visit(page, `/encaps?view=${view}`);
    await expect(page.getByRole('link', { name: 'Loan', exact: true })).toBeVisible();
    await expectFits(page);
  }
  expect(problems).toEqual([]);
});
