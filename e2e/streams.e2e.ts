import { expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test } from './pages.ts';

test('JOURNEY-001 JOURNEY-002 JOURNEY-005 a stream is made from an example, rehearsed, published, and begins with a word on a website', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Streaming');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channel = await page.request.post('/e/enterprise/channels', {
    headers,
    data: { name: 'Website', type: 12, data: { allowedDomains: ['localhost'] } },
  });
  expect(channel.status()).toBe(200);

  await page.goto('/journey/workspace');
  await expect(page.getByRole('heading', { name: 'Streams', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New stream' }).first().click();
  await page.getByRole('radio', { name: /^Appointment/ }).check();
  await page.getByRole('dialog').getByLabel(/^Name/).fill('Book a visit');
  await expectAccessible(page, 'a new stream', '[role="dialog"]');
  await page.getByRole('button', { name: 'Create' }).click();

  await expect(page.getByRole('heading', { name: 'Book a visit' })).toBeVisible();
  await page.getByRole('tab', { name: 'Saved conversations' }).click();
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.getByText('3 of 3 passed')).toBeVisible();
  await expectAccessible(page, 'saved conversations', 'main');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish Book a visit' });
  await expect(publishing.getByText('Passed')).toHaveCount(3);
  await publishing.getByLabel('Note').fill('First one');
  await expectAccessible(page, 'publishing', '[role="dialog"]');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(publishing).toHaveCount(0);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'First one' })).toContainText('3 of 3 passed');
  await expect(page.getByText('No differences.')).toBeVisible();

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Attach a rule' }).click();
  const attaching = page.getByRole('dialog', { name: 'Attach a rule' });
  await attaching.getByRole('combobox', { name: /^Channel/ }).click();
  await page.getByRole('option', { name: 'Website' }).click();
  await attaching.getByLabel(/^Word/).fill('Visit');
  await expectAccessible(page, 'a rule', '[role="dialog"]');
  await attaching.getByRole('button', { name: 'Attach' }).click();
  await expect(attaching).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Keyword “visit”' })).toContainText('Production');

  await page.getByRole('link', { name: 'Streams' }).first().click();
  const card = page.getByRole('article', { name: 'Book a visit' });
  await expect(card).toContainText('Keyword “visit” · Website');
  await page.getByRole('link', { name: 'Publishing' }).click();
  const rule = page.getByRole('row').filter({ hasText: 'Book a visit' });
  await expect(rule).toContainText('Keyword “visit”');
  await rule.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Link, code and card' }).click();
  const outputs = page.getByRole('dialog', { name: 'Keyword “visit” on Website' });
  await expect(outputs.getByText('localhost', { exact: true })).toBeVisible();
  await expect(outputs.getByText(/data-key="\w/)).toBeVisible();
  await expectAccessible(page, 'what brings people to a rule', '[role="dialog"]');
  await page.keyboard.press('Escape');

  // With rows in them, which the screens of an empty enterprise lack.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/journey/workspace', '/journey/workspace?view=table', '/publish']) {
    await page.goto(path);
    await expectLoaded(page);
    await expect(page.getByText('Book a visit').first()).toBeVisible();
    await expectAccessible(page, path);
    await expectFits(page);
  }
  expect(problems).toEqual([]);
});
