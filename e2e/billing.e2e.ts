import { type Browser, expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test } from './pages.ts';

const texts = {
  Pay: 'Payment Successful',
  Cancel: 'Sorry , Your Payment is cancelled.',
  Expire: 'Sorry , Your link has been expired',
} as const;

const wallet = async (page: Page): Promise<number> => {
  const text = await page.getByRole('link', { name: /^Wallet balance ₹/ }).textContent();
  return Number(/₹(-?[\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
};

async function openBilling(browser: Browser, name: string, query = '', viewport = { width: 1440, height: 900 }) {
  const watched = await openPage(browser, { viewport });
  // Uses an enterprise of its own: a sign-in ends the user's sessions elsewhere.
  const { email } = await makeEnterprise(watched.page.request, name);
  await signIn(watched.page, email);
  await watched.page.goto(`/billing${query}`);
  await expect(watched.page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  await expectLoaded(watched.page);
  return watched;
}

/** Asks for a link in the console and proves who it is where that is asked for. @returns the window in which it is paid */
async function openPayment(page: Page, amount: string): Promise<Page> {
  await page.getByRole('textbox', { name: 'Amount in INR' }).fill(amount);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Recharge', exact: true }).click();
  const payment = await opening;
  await expect(payment.getByRole('heading', { name: 'Payment simulator' })).toBeVisible();
  return payment;
}

test('PAY-001 PAY-004 PAY-005 PAY-007 SHELL-035 a recharge grows the wallet once, and its window closes and reloads the console', async ({
  browser,
}) => {
  const { page, problems } = await openBilling(browser, 'Payer', '?tab=recharge');
  const before = await wallet(page);
  const payment = await openPayment(page, '250.50');
  await expect(page.getByRole('table', { name: 'Recharges' }).getByText('Pending').first()).toBeVisible();
  const returned = payment.waitForURL(/\/transaction\.html\?/);
  await payment.getByRole('button', { name: 'Pay', exact: true }).click();
  await returned;
  await expect(payment.getByRole('heading', { name: texts.Pay })).toBeVisible();
  await expect(payment.getByRole('img', { name: 'Payment received' })).toBeVisible();
  await expectAccessible(payment, 'the result of a payment');
  // Telling it again books nothing again.
  await payment.reload();
  await expect(payment.getByRole('heading', { name: texts.Pay })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  const closed = payment.waitForEvent('close');
  await payment.getByRole('button', { name: 'Close' }).click();
  await closed;
  await page.waitForFunction(() => !('isOld' in window));
  await expect(page.getByRole('table', { name: 'Recharges' }).getByText('Paid').first()).toBeVisible();
  await expect.poll(() => wallet(page)).toBeCloseTo(before + 250.5, 3);
  await page.reload();
  await expect.poll(() => wallet(page)).toBeCloseTo(before + 250.5, 3);
  await page.getByRole('tab', { name: 'Wallet' }).click();
  await expect(page.getByRole('table', { name: 'Wallet movements' }).getByText('+Rs.250.50')).toHaveCount(1);
  expect(problems).toEqual([]);
});

test('PAY-008 PAY-010 PAY-011 a cancelled and an expired link say so and add nothing', async ({ browser }) => {
  const { page, problems } = await openBilling(browser, 'Doubter', '?tab=recharge', { width: 390, height: 844 });
  for (const [button, picture, state] of [
    ['Cancel', 'Payment cancelled', 'Cancelled'],
    ['Expire', 'Link expired', 'Expired'],
  ] as const) {
    const payment = await openPayment(page, '77.25');
    await payment.getByRole('button', { name: button }).click();
    await expect(payment.getByRole('heading', { name: texts[button] })).toBeVisible();
    await expect(payment.getByRole('img', { name: picture })).toBeVisible();
    await expectAccessible(payment, button);
    await payment.setViewportSize({ width: 390, height: 844 });
    await expectFits(payment);
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    const closed = payment.waitForEvent('close');
    await payment.getByRole('button', { name: 'Close' }).click();
    await closed;
    await page.waitForFunction(() => !('isOld' in window));
    await expect(page.getByRole('table', { name: 'Recharges' }).getByText(state).first()).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Wallet' }).click();
  await expect(page.getByRole('table', { name: 'Wallet movements' })).toBeVisible();
  await expectLoaded(page);
  await expect(page.getByText('+Rs.77.25')).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('PAY-009 PAY-015 an address that only claims a payment is none, for whoever is not signed in', async ({ browser }) => {
  const { page } = await openPage(browser);
  await page.goto('/transaction.html?razorpay_payment_link_status=paid&razorpay_payment_id=pay_1&razorpay_signature=0');
  await expect(page.getByText('The signature of the payment does not fit.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment is not made and waiting for approval.' })).toBeVisible();
});

test('the bar opens the units and costs of the month, and folds away on a phone', async ({ browser }) => {
  const { page, problems } = await openBilling(browser, 'Reader');
  for (const of of ['Consumption', 'Cost']) {
    await page.getByRole('button', { name: new RegExp(`^${of} `) }).click();
    await expect(page.getByRole('dialog', { name: of }).getByText('This month, in UTC')).toBeVisible();
    await expectAccessible(page, of, '[role="dialog"]');
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: /^Wallet balance/ })).toBeVisible();
  await expectAccessible(page, 'the account on a phone', '[role="dialog"]');
  await expectFits(page);
  expect(problems).toEqual([]);
});
