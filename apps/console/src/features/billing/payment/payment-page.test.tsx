import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { good, openScreens, refused, screenAt, stubServer } from '../../../test-screens.tsx';
import { billingBase } from '../shared/billing.fixtures.ts';
import { PaymentPage } from './payment-page.tsx';

const call = `POST ${billingBase}`;
const told = { paymentId: 'pay_1', referenceId: 'PR1' };
const request = {
  razorpay_payment_link_status: 'paid',
  razorpay_payment_id: 'pay_1',
  razorpay_payment_link_id: 'plink_1',
  razorpay_payment_link_reference_id: 'PR1',
  razorpay_signature: 'abc',
};
const server = stubServer(() => ({ [call]: () => good({ status: 'paid', message: 'Payment Successful', ...told }) }));
const opener = { location: { reload: vi.fn() } };
beforeEach(() => {
  opener.location.reload.mockClear();
  vi.stubGlobal('opener', opener);
  vi.spyOn(window, 'close').mockReturnValue();
});
const open = (query: Record<string, string> = request) =>
  openScreens(`/transaction.html?${new URLSearchParams(query)}`, (root) => [screenAt(root, '/transaction.html', PaymentPage)]);

test('PAY-002 PAY-006 PAY-012 PAY-013 PAY-016 the address is told to the server once, and what it answers is shown', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  expect(screen.getByText('pay_1').previousElementSibling?.textContent).toBe('Payment id');
  expect(screen.getByText('PR1').previousElementSibling?.textContent).toBe('Reference id');
  expect(screen.getByRole('timer').textContent).toBe('This window closes in 30 seconds');
  expect(server.asked.map(({ call: asked, body }) => [asked, body])).toEqual([[call, { requestType: 'update_payment_status', request }]]);
});

test('PAY-006 a payment that was cancelled is reported as the address says', async () => {
  server.replies[call] = () => good({ status: 'cancelled', message: 'Sorry , Your Payment is cancelled.', ...told });
  open({ ...request, razorpay_payment_link_status: 'cancelled' });
  expect(await screen.findByRole('heading', { name: 'Sorry , Your Payment is cancelled.' })).toBeTruthy();
  const reported = { requestType: 'update_payment_status', request: { ...request, razorpay_payment_link_status: 'cancelled' } };
  expect(server.bodyOf(call)).toEqual(reported);
});

test.each([
  ['PAY-007', 'paid', 'Payment Successful', 'Payment received', 'M70'],
  ['PAY-008', 'expired', 'Sorry , Your link has been expired', 'Link expired', 'M84'],
  ['PAY-009', 'pending', 'Payment is not made and waiting for approval.', 'Payment pending', 'M74 44'],
  ['PAY-010', 'cancelled', 'Sorry , Your Payment is cancelled.', 'Payment cancelled', 'M74 50'],
] as const)('%s PAY-011 %s has its text and its own picture', async (_row, status, text, picture, mark) => {
  server.replies[call] = () => good({ status, message: text, ...told });
  open();
  expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
  const paths = [...screen.getByRole('img', { name: picture }).querySelectorAll('path')].map((path) => path.getAttribute('d'));
  expect(paths.at(-1)?.startsWith(mark)).toBe(true);
});

test('PAY-015 an address that claims a payment which the server refuses is no payment', async () => {
  server.replies[call] = () => refused('billing.signature', 'The signature of the payment does not fit.');
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The signature of the payment does not fit.');
  expect(screen.getByRole('heading', { name: 'Payment is not made and waiting for approval.' })).toBeTruthy();
  expect(screen.queryByText('Payment Successful')).toBeNull();
});

test('PAY-004 PAY-005 Close closes the window, reloads the one that opened it, and tells all others, once', async () => {
  const other = new BroadcastChannel('payment');
  const heard = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  open();
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Close' }));
  expect(await heard).toBe('ended');
  other.close();
  expect(opener.location.reload).toHaveBeenCalledTimes(1);
  expect(window.close).toHaveBeenCalledTimes(1);
});

test('PAY-003 PAY-004 the page closes by itself after 30 seconds', async () => {
  vi.useFakeTimers();
  open();
  // The page is drawn and has its answer; the clock stands still meanwhile.
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(29_750));
  expect(window.close).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(window.close).toHaveBeenCalledTimes(1);
  expect(opener.location.reload).toHaveBeenCalledTimes(1);
});
