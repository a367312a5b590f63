import { expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

const lines = [
  'Full name *',
  'Date of birth',
  'Mobile number *',
  'E-mail',
  'Plan: Gold, Silver',
  'Income *',
  'Guarantor',
  'Remarks',
  'I agree to be called',
];

test('DESIGN-003 DESIGN-006 DESIGN-009 DESIGN-014 a loan form is drawn by typing lines, tried, and published when each way leads on', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Forms');
  const token = await signIn(page, email);
  const made = await page.request.post('/e/enterprise/forms', { data: { name: 'Loan' }, headers: { 'authentication-token': token } });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  await page.goto(`/designer/forms/${id}`);
  await expect(page.getByRole('heading', { name: 'Form Designer' })).toBeVisible();
  const frame = page.frameLocator('iframe');
  const outline = frame.getByRole('navigation', { name: 'Screens and questions' });
  const settings = frame.getByRole('complementary', { name: 'Settings' });
  const preview = frame.getByRole('region', { name: 'Page', exact: true });

  await test.step('nine lines are nine questions, on the page at once', async () => {
    const field = outline.getByRole('textbox', { name: 'Add a question' });
    for (const line of lines) {
      await field.fill(line);
      await field.press('Enter');
    }
    await expect(outline.locator('[data-row]')).toHaveCount(10);
    await expect(preview.getByRole('radio', { name: 'Silver' })).toBeVisible();
    await expect(frame.getByText(/^Saved \d/)).toBeVisible();
  });

  await test.step('a guarantor is asked for below 25,000 only', async () => {
    await outline.getByRole('button', { name: /Guarantor/ }).click();
    await settings.getByRole('button', { name: 'Add a condition' }).click();
    await settings.getByRole('textbox', { name: 'Value' }).fill('25000');
    const guarantor = preview.getByLabel(/Guarantor/);
    await preview.getByLabel(/Income/).fill('30000');
    await expect(guarantor).toBeHidden();
    await preview.getByLabel(/Income/).fill('20000');
    await expect(guarantor).toBeVisible();
  });

  await test.step('answers are judged in words, and the same form is asked one by one', async () => {
    await preview.getByRole('button', { name: 'Send' }).click();
    await expect(preview.getByRole('alert')).toContainText('Full name: This is needed.');
    await preview.getByLabel(/Full name/).fill('Asha');
    await preview.getByLabel(/Mobile number/).fill('+91 98200 12345');
    await preview.getByRole('button', { name: 'Send' }).click();
    await expect(preview.getByText('Thank you. Your answers have arrived.')).toBeVisible();
    await frame.getByText('Questions', { exact: true }).click();
    const talk = frame.getByRole('region', { name: 'Questions' });
    await expect(talk.getByText('Full name')).toBeVisible();
    await talk.getByRole('textbox', { name: 'Answer' }).fill('Asha');
    await page.keyboard.press('Enter');
    await expect(talk.getByText(/Date of birth/)).toBeVisible();
    await frame.getByText('Page', { exact: true }).click();
  });

  await test.step('a way that leads nowhere good keeps it from being published, and leads to its place', async () => {
    await outline.getByRole('button', { name: 'Add a screen' }).click();
    await outline.getByRole('textbox', { name: 'Add a question' }).fill('Branch');
    await page.keyboard.press('Enter');
    await outline.getByRole('button', { name: 'Screen 1' }).click();
    await settings.getByRole('button', { name: 'Add a way' }).click();
    await frame.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = frame.getByRole('dialog', { name: 'Publish the form' });
    await expect(dialog.getByText('1 error keeps the form from being published.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await dialog.getByRole('button', { name: /Screen 2/ }).click();
    await expect(settings.getByText('No way leads to this screen.')).toBeVisible();
  });

  await test.step('mended, it is published with a note, and its version can be taken back', async () => {
    await outline.getByRole('button', { name: 'Screen 1' }).click();
    await settings
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await frame.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = frame.getByRole('dialog', { name: 'Publish the form' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('First');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(frame.getByText('Version 1 published')).toBeVisible();
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Versions' }).click();
    await expect(frame.getByText('First', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('an unsaved change is asked about, and saved on the way out', async () => {
    await page.route('**/e/enterprise/forms', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await outline.getByRole('textbox', { name: 'Add a question' }).fill('Late');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Stay' })).toBeVisible();
    await page.unroute('**/e/enterprise/forms');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).not.toHaveURL(/designer/);
    const draft = await page.request.get(`/e/enterprise/forms/${id}`, { headers: { 'authentication-token': token } });
    const { data } = (await draft.json()) as { data: { published: number; hasChanges: boolean; fields: number } };
    expect(data).toMatchObject({ published: 1, hasChanges: true, fields: 11 });
  });

  await test.step('its page can be read by everybody, in a window of any width', async () => {
    await page.goto(`/designer/forms/${id}`);
    await expect(outline.locator('[data-row]')).toHaveCount(13);
    const address = (await page.locator('iframe').getAttribute('src')) ?? '';
    await page.goto(address);
    await expect(page.getByRole('button', { name: /Guarantor/ })).toBeVisible();
    await expectAccessible(page, 'the designer of a form');
    await page.getByRole('button', { name: /Guarantor/ }).click();
    await expectAccessible(page, 'settings of a question');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('radiogroup', { name: 'Panels' })).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Panels' }).getByText('Preview').click();
    await expect(page.getByRole('region', { name: 'Page', exact: true })).toBeVisible();
    await expectAccessible(page, 'the preview on a narrow window');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  // The one call that was cut off on purpose.
  expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

test('DESIGN-004 DESIGN-015 the designer of a flow screen begins at that screen', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Flows');
  const token = await signIn(page, email);
  const headers = { 'authentication-token': token };
  const made = await page.request.post('/e/enterprise/forms', { data: { name: 'Loan' }, headers });
  const { id, document } = ((await made.json()) as { data: { id: string; document: { screens: object[] } } }).data;
  const second = { id: 'screen02', title: { en: 'Work' } };
  const saved = await page.request.post('/e/enterprise/forms', {
    data: { id, name: 'Loan', document: { ...document, screens: [...document.screens, second] }, version: 1 },
    headers,
  });
  expect(saved.status()).toBe(200);
  await page.goto(`/designer/flow/${id}/screen/screen02`);
  await expect(page.getByRole('heading', { name: 'Flow Designer' })).toBeVisible();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('complementary', { name: 'Settings' }).getByRole('textbox', { name: 'Title' })).toHaveValue('Work');
  await expect(frame.getByRole('region', { name: 'Page', exact: true }).getByRole('heading', { name: 'Work' })).toBeVisible();
  expect(problems).toEqual([]);
});
