import { notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubFetch } from '../test-fetch.ts';
import { api, isToldAlready } from './api.ts';
import { getToken, onLogout, setToken } from './session.ts';

const told = () => notificationsStore.getState().notifications.map(({ message }) => message);
const logouts: string[] = [];
let stop = () => {};

beforeEach(() => {
  logouts.length = 0;
  stop = onLogout((reason) => logouts.push(reason));
  setToken('t');
});
afterEach(() => {
  stop();
});

const answering = (status: number, body: object) => stubFetch(async () => Response.json(body, { status }));
const ask = () => api.users.me().catch((error: unknown) => error);

test('SHELL-077 SHELL-078 SHELL-071 a reply flagged login_required ends the session and forgets the token, and what the browser kept for it', async () => {
  sessionStorage.setItem('places', 'of Ada');
  answering(401, { status: false, code: 'login_required', message: 'Login', data: { login_required: true }, login_required: true });
  await ask();
  expect([logouts, getToken(), sessionStorage.length]).toEqual([['expired'], null, 0]);
});

test('a refusal of an earlier session, which comes late, leaves the next one as it is', async () => {
  stubFetch(async () => {
    await Promise.resolve();
    setToken('of somebody else');
    return Response.json(
      { status: false, code: 'login_required', message: 'Login', data: { login_required: true }, login_required: true },
      { status: 401 },
    );
  });
  await ask();
  expect([logouts, getToken()]).toEqual([[], 'of somebody else']);
});

test('SHELL-079 SHELL-080 code 1403 shows the words of the server and keeps the session', async () => {
  answering(403, { status: false, code: '1403', message: 'Access is denied.', data: { permissions: [] } });
  const error = await ask();
  expect([logouts, getToken(), told(), isToldAlready(error)]).toEqual([[], 't', ['Access is denied.'], true]);
});

test('SHELL-082 SHELL-085 a call made offline says so', async () => {
  stubFetch(async () => Promise.reject(new TypeError('offline')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await ask();
  expect(told()).toEqual(['Data not Synced,Please Turn On Internet!']);
});

test('the words of the server come along where a screen shows them', async () => {
  answering(200, { status: true, code: '100', message: 'Your account is active.', data: null });
  expect(await api.told.account.activate({ body: { activationId: 'a' } })).toEqual({
    answer: null,
    message: 'Your account is active.',
  });
});

test('SHELL-076 a 403 that is no refused permission ends the session', async () => {
  // A proxy before the server may send it: none of the catalogue's codes.
  vi.stubGlobal('fetch', async () => Response.json({ status: false, code: 'forbidden', message: 'Forbidden', data: {} }, { status: 403 }));
  await ask();
  expect([logouts, getToken()]).toEqual([['forbidden'], null]);
});
