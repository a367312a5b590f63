import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { getOpenedDialog } from '../../lib/dialogs.ts';
import { setOwner } from '../../lib/own-store.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getToken, onLogout, setToken } from '../../lib/session.ts';
import { stubFetch } from '../../test-fetch.ts';
import { sendReply } from '../chat/shared/outbox.ts';
import { signOut } from './session-actions.ts';

const loggedOut = { status: true, code: '100', message: 'You have been logged out.', data: null };
const refused = { status: false, code: 'login_required', message: 'Login', data: { login_required: true }, login_required: true };

afterEach(() => queryClient.clear());

test('a user who signs out while a screen still reads has signed out, and is not told that the session ran out', async () => {
  setToken('t');
  const reasons: string[] = [];
  const stop = onLogout((reason) => reasons.push(reason));
  let refuse = () => {};
  let read: Promise<unknown> = Promise.resolve();
  stubFetch(async (address, { signal }) => {
    if (address.startsWith('/account/logout')) {
      // The session has ended, so the server refuses what it had not answered yet.
      refuse();
      await Promise.allSettled([read]);
      return Response.json(loggedOut);
    }
    return new Promise((resolve, reject) => {
      refuse = () => resolve(Response.json(refused, { status: 401 }));
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  read = queryClient.fetchQuery({ queryKey: ['rows'], queryFn: ({ signal }) => api.users.me({}, { signal }) });
  await Promise.allSettled([read, signOut()]);
  stop();
  expect([reasons, getToken()]).toEqual([['user'], null]);
});

test('a read that begins while the server ends the session is no news of a session that ran out', async () => {
  setToken('t');
  const reasons: string[] = [];
  const stop = onLogout((reason) => reasons.push(reason));
  const carried: unknown[] = [];
  stubFetch(async (address, { headers }) => {
    const token = new Headers(headers).get('authentication-token');
    carried.push(token);
    if (!address.startsWith('/account/logout')) return Response.json(refused, { status: 401 });
    // The call is under way.
    await Promise.resolve();
    await api.users.me().catch(() => undefined);
    return Response.json(loggedOut);
  });
  await signOut();
  stop();
  expect([carried, reasons]).toEqual([['t', null], ['user']]);
});

test('a user who signs out with waiting replies is asked first, and leaves them for the next sign-in alone', async () => {
  setToken('t');
  setOwner({ eId: 'e1', uId: 'asha' });
  sendReply('chat', 'Not sent yet', null);
  stubFetch(async () => Response.json(loggedOut));
  const staying = signOut();
  await vi.waitFor(() => expect(getOpenedDialog()).toBeDefined());
  expect(getOpenedDialog()?.dialog).toMatchObject({ type: 'confirm', title: 'Sign out with unsent replies?' });
  getOpenedDialog()?.answer(false);
  await staying;
  expect(getToken()).toBe('t');
  const going = signOut();
  await vi.waitFor(() => expect(getOpenedDialog()).toBeDefined());
  getOpenedDialog()?.answer(true);
  await going;
  expect([getToken(), Object.keys(localStorage).length]).toEqual([null, 1]);
  expect(Object.keys(localStorage)[0]).toMatch(/^own:e1:asha:reply:/);
});
