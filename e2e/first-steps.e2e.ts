import { expect, type Locator, type Page } from '@playwright/test';
import { fieldOf, messageIn, say } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { expectAccessible, openPage, signIn, test, visit } from './pages.ts';

const most = 25;

/** Counts the clicks of a person; a field counts as one, since it is clicked before it is typed into. */
function createHand() {
  let clicks = 0;
  return {
    count: () => clicks,
    async click(target: Locator): Promise<void> {
      clicks += 1;
      await target.click();
    },
    async fill(target: Locator, text: string): Promise<void> {
      clicks += 1;
      await target.fill(text);
    },
    async choose(page: Page, label: string, option: string): Promise<void> {
      clicks += 2;
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
  };
}

const stepOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: new RegExp(`^${name}`) });

test('a new enterprise comes from its first steps to an answered chat on a page of its own in at most 25 clicks', async ({
  browser,
  baseURL,
  request,
}) => {
  const { email } = await makeEnterprise(request, 'First steps');
  const { page, problems } = await openPage(browser);
  await signIn(page, email);
  const hand = createHand();
  await page.goto('/dashboard');
  await expect(page.getByText('0 of 5 done')).toBeVisible();
  await expectAccessible(page, 'first steps');

  await hand.click(stepOf(page, 'Connect a channel'));
  await hand.click(page.getByRole('link', { name: 'New channel' }).last());
  await hand.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Our website');
  await hand.choose(page, 'Type', 'WEB');
  await hand.fill(page.getByRole('combobox', { name: 'Domains that may show the chat' }), '127.0.0.1');
  await page.keyboard.press('Enter');
  await hand.click(page.getByRole('button', { name: 'Save', exact: true }));
  const snippet = page.getByText(/data-key="[^"]+"/);
  await expect(snippet).toBeVisible();
  const [, key = ''] = /data-key="([^"]+)"/.exec((await snippet.textContent()) ?? '') ?? [];

  // The code stands on a page of the enterprise's own, where its first customer writes.
  const site = await hostPage(baseURL as string, key);
  const { page: own } = await openPage(browser);
  await own.goto(`http://127.0.0.1:${site.port}/`);
  await hand.click(own.getByRole('button', { name: /^Open chat/ }));
  await say(own, 'Do you deliver on Sundays?');
  await expect(own.getByRole('img', { name: /^(Sent|Read)$/ })).toBeVisible();

  await hand.click(page.getByRole('link', { name: 'Dashboard', exact: true }).first());
  await expect(stepOf(page, 'Connect a channel')).toHaveAccessibleName(/^Connect a channel ?Done/);
  await hand.click(stepOf(page, 'Answer the first chat'));
  await hand.click(page.getByRole('button', { name: /^My status:/ }));
  await hand.click(page.getByRole('menuitem', { name: 'Online' }));
  await hand.click(page.getByRole('button', { name: /^Chat notifications, 1 chat waiting/ }));
  await hand.click(page.getByRole('menuitem', { name: /^Live Chats/ }).first());
  await expect(messageIn(page, 'Do you deliver on Sundays?')).toBeVisible();
  await hand.fill(fieldOf(page), 'Yes, until noon.');
  await page.keyboard.press('Enter');
  await expect(messageIn(own, 'Yes, until noon.')).toBeVisible();
  site.close();
  expect(hand.count()).toBeLessThanOrEqual(most);

  await visit(page, '/dashboard');
  await expect(page.getByText('2 of 5 done')).toBeVisible();
  await page.getByRole('button', { name: 'Add sample data' }).click();
  await expect(page.getByText('5 customers, 1 bot, 3 quick replies')).toBeVisible();
  // Sample data does none of the steps.
  await expect(page.getByText('2 of 5 done')).toBeVisible();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page.getByRole('button', { name: 'Add sample data' })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
  await visit(page, '/admin/details');
  await page.getByRole('button', { name: 'Show first steps again' }).click();
  await expect(page.getByText(/^The dashboard shows the first steps/)).toBeVisible();
  await expectAccessible(page, 'first steps in the company information');
  expect(problems).toEqual([]);
});
