import { type APIRequestContext, expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

const field = (id: string, name: string, kind: string, label: string, more: object = {}) => ({
  id,
  name,
  kind,
  label: { en: label },
  ...more,
});
const option = (id: string, title: string) => ({ id, title: { en: title } });

/** Two screens with most kinds of fields; below an income of 25,000 somebody has to vouch, and the card is sensitive. */
const loan = {
  ...{ format: 'parley.journey', formatVersion: 1, kind: 'form', id: '', name: 'Loan', languages: ['en'] },
  screens: [
    {
      ...{ id: 'screen01', title: { en: 'About you' }, text: { en: 'It takes about two minutes.' } },
      fields: [
        field('field001', 'fullName', 'text', 'Full name', { required: 'true' }),
        field('field002', 'age', 'number', 'Age', { required: 'true', least: '18', help: { en: 'In full years.' } }),
        field('field006', 'reason', 'choice', 'What is it for?', {
          required: 'true',
          options: {
            kind: 'fixed',
            items: [option('option01', 'A home'), option('option02', 'A vehicle'), option('option03', 'Something else')],
          },
        }),
        field('field007', 'agreed', 'consent', 'I agree that my details are checked.', { required: 'true' }),
      ],
    },
    {
      ...{ id: 'screen02', title: { en: 'Your work' } },
      fields: [
        field('field003', 'income', 'number', 'Monthly income', { required: 'true' }),
        field('field004', 'guarantor', 'text', 'Guarantor', { required: 'true', visibleIf: 'income < 25000' }),
        field('field005', 'card', 'text', 'Card number', { isSensitive: true }),
      ],
    },
  ],
};

async function makePublished(request: APIRequestContext, headers: Record<string, string>): Promise<string> {
  const made = await request.post('/e/enterprise/forms', { headers, data: { name: 'Loan', document: loan } });
  expect([made.status(), made.ok() ? '' : await made.text()]).toEqual([200, '']);
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  return id;
}

test('CAMP-046 a form is published, filled in on its page by a stranger, and its answer is read, revealed, downloaded and counted', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Forming');
  const headers = { 'authentication-token': await signIn(page, email) };
  const id = await makePublished(page.request, headers);

  await page.goto('/encaps/forms');
  await expect(page.getByRole('link', { name: 'Loan', exact: true })).toBeVisible();
  await expectAccessible(page, 'the list of forms');
  await page.getByRole('button', { name: 'Actions of Loan' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish Loan' });
  await expect(publishing.getByText('The check finds nothing.')).toBeVisible();
  await expectAccessible(page, 'publishing a form', '[role="dialog"]');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(publishing).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Loan/ })).toContainText('Published v1');

  await page.getByRole('button', { name: 'Actions of Loan' }).click();
  await page.getByRole('menuitem', { name: 'Open page' }).click();
  const opening = page.getByRole('dialog');
  await opening.getByRole('button', { name: 'Open page' }).click();
  await expect(opening.getByRole('img', { name: 'QR code of the page of Loan' })).toBeVisible();
  await expectAccessible(page, 'the page and its code', '[role="dialog"]');
  const address = (await opening.locator('pre').textContent()) ?? '';
  await opening.getByRole('button', { name: 'Done' }).click();

  const stranger = await openPage(browser);
  const visitor = stranger.page;
  await visitor.goto(new URL(address).pathname);
  await expect(visitor.getByRole('heading', { name: 'About you' })).toBeVisible();
  await expectAccessible(visitor, 'the first screen of a form');
  await visitor.getByLabel('Full name').fill('Asha Rao');
  await visitor.getByLabel('Age').fill('17');
  await visitor.getByLabel('A home').check();
  await visitor.getByLabel('I agree').check();
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('alert')).toContainText('It must be at least 18.');
  await expect(visitor.getByRole('alert')).toBeFocused();
  await expectAccessible(visitor, 'a refused screen of a form');
  await visitor.getByLabel('Age').fill('30');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await visitor.getByLabel('Monthly income').fill('20000');
  await visitor.getByLabel('Card number').fill('4111 1111');
  // The field that the income brings is there before the screen is sent.
  await visitor.getByLabel('Guarantor').fill('Ravi');
  await expectAccessible(visitor, 'the last screen of a form');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Thank you. Your answers have arrived.')).toBeVisible();
  await expectAccessible(visitor, 'a form that was sent');

  await visit(page, `/encaps/forms/${id}`);
  const row = page.getByRole('row', { name: /Asha Rao/ });
  await expect(row).toContainText('20000');
  await expect(row).toContainText('•••');
  await expectAccessible(page, 'answers of a form', 'main');
  await row.getByRole('button', { name: /^Open the answer/ }).click();
  const panel = page.getByRole('dialog', { name: /^Answer of/ });
  await expectAccessible(page, 'one answer', '[role="dialog"]');
  await panel.getByRole('button', { name: 'Reveal sensitive values' }).click();
  await page.getByRole('dialog', { name: 'Reveal the sensitive values?' }).getByRole('button', { name: 'Reveal sensitive values' }).click();
  await expect(panel.getByText('4111 1111')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('Loan.csv');

  await page.getByRole('tab', { name: 'Figures' }).click();
  await expect(page.getByText(/^1 started = 1 submitted \+ 0 closed/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'How far people come' })).toContainText('1 About you10');
  await expectLoaded(page);
  await expectAccessible(page, 'figures of a form', 'main');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Show version 1' }).click();
  await expect(page.getByText('Shown if income < 25000')).toBeVisible();
  await expectAccessible(page, 'versions of a form', 'main');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['answers', 'figures', 'versions', 'uses']) {
    await visit(page, `/encaps/forms/${id}?tab=${tab}`);
    await expectLoaded(page);
    await expectFits(page);
  }
  expect(problems).toEqual([]);
});
