import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { api } from '../../../../lib/api.ts';
import { draw } from '../../../../test-draw.tsx';
import { stubFetch } from '../../../../test-fetch.ts';
import { ProofHost } from './proof-host.tsx';

const good = (data: unknown) => ({ status: true, code: '100', message: '', data });
const refused = (code: string, data: object = {}) => ({ status: false, code, message: code, data });
const needed = refused('proof.needed');
const challenge = { id: 'c1', authType: 2, authTypes: [2], sentTo: '' };

let sent: string[];
let answers: Record<string, unknown[]>;
beforeEach(() => {
  sent = [];
  stubFetch(async (url: string, init?: RequestInit) => {
    sent.push(`${init?.method} ${url} ${String(init?.body ?? '')}`.trim());
    const queue = answers[url] ?? [];
    return Response.json(queue.length > 1 ? queue.shift() : queue[0]);
  });
});
const renew = () => api.twoFactor.renewRecovery({ body: {} });
const calls = (path: string) => sent.filter((line) => line.includes(path));

test('a call that asks for a fresh proof is made again once password and factor are right', async () => {
  answers = {
    '/e/enterprise/twoFactorAuth/recovery': [needed, good({ codes: ['a'] })],
    '/e/enterprise/prove/challenge': [good({ isFresh: false, hasPassword: true, challenge })],
    '/e/enterprise/prove': [
      refused('password.wrong'),
      refused('login.code_wrong', { left: 4 }),
      good({ provenUntil: '2026-11-23T10:00:00.000Z' }),
    ],
  };
  draw(<ProofHost />);
  const answer = renew();
  const next = await screen.findByRole('button', { name: 'Next' });
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(next);
  await userEvent.type(await screen.findByLabelText('6-digit code'), '123456{Enter}');
  // The password is told first, and asked for again.
  expect(await screen.findByText('password.wrong')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Password'), 'right-password{Enter}');
  await userEvent.type(await screen.findByLabelText('6-digit code'), '111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('login.code_wrong');
  await userEvent.type(screen.getByLabelText('6-digit code'), '{Backspace}2{Enter}');
  expect(await answer).toEqual({ codes: ['a'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls('/recovery')).toHaveLength(2);
  expect(calls('/prove password=right-password&id=c1&authType=2&securityCode=111112')).toHaveLength(1);
});

test('calls that are refused at the same moment share one dialog, and given up they stay refused', async () => {
  answers = {
    '/e/enterprise/twoFactorAuth/recovery': [needed],
    '/e/enterprise/prove/challenge': [good({ isFresh: false, hasPassword: true, challenge: null })],
  };
  draw(<ProofHost />);
  const both = Promise.allSettled([renew(), renew()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls('/challenge')).toHaveLength(1);
  expect(calls('/recovery')).toHaveLength(2);
});

test('somebody with neither password nor factor is told to sign in again', async () => {
  answers = {
    '/e/enterprise/twoFactorAuth/recovery': [needed],
    '/e/enterprise/prove/challenge': [good({ isFresh: false, hasPassword: false, challenge: null })],
  };
  draw(<ProofHost />);
  const answer = renew().catch((error: { code: string }) => error.code);
  expect(await screen.findByText(/Sign out and sign in again/)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe('proof.needed');
});
