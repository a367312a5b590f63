import { type NotificationPreference, type NotificationWays, noticeKindNames, notificationWays, ruleOf } from '@parley/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { keepInstallQuestion } from '../../../lib/install.ts';
import { good, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { NotificationSettings } from './notification-settings.tsx';

const preferences = '/e/enterprise/notifications/preferences';
const device = '/e/enterprise/device';
const rowOf = (kind: NotificationPreference['kind']): NotificationPreference => ({
  kind,
  ways: { ...ruleOf(kind).ways },
  isRequired: ruleOf(kind).always === true,
  isPushOnly: ruleOf(kind).isPushOnly === true,
});
let digestHour: number | null;
let browsers: number;
let kinds: NotificationPreference[];
const server = stubServer(() => {
  digestHour = null;
  browsers = 0;
  kinds = [rowOf('channel_error'), rowOf('import_done')];
  return {
    [`GET ${preferences}`]: () => good({ digestHour, kinds }),
    [`PUT ${preferences}`]: ({ body }) => {
      const change = body as { kinds?: { kind: string; ways: NotificationWays }[]; digestHour?: number | string | null };
      kinds = kinds.map((row) => ({ ...row, ways: change.kinds?.find(({ kind }) => kind === row.kind)?.ways ?? row.ways }));
      if (change.digestHour !== undefined) digestHour = change.digestHour === null ? null : Number(change.digestHour);
      return good({ digestHour, kinds });
    },
    'POST /e/enterprise/notifications/test': () => good({ ways: { inApp: true, sound: false, mail: true }, browsers: 2 }),
    [`GET ${device}`]: () => good({ publicKey: 'BA', browsers }),
    [`POST ${device}`]: () => good(null),
    [`POST ${device}/remove`]: () => good(null),
  };
});
const open = () => openScreens('/', (root) => [screenAt(root, '/', NotificationSettings)]);
const cell = (kind: string, way: string) => screen.findByRole<HTMLInputElement>('switch', { name: `${kind}: ${way}` });

/** A browser with pushes, as far as the console asks for it. */
function stubBrowser({
  permission = 'granted',
  subscribe,
}: {
  permission?: NotificationPermission;
  subscribe?: () => Promise<unknown>;
} = {}) {
  let held: unknown = null;
  const subscription = {
    options: { applicationServerKey: new Uint8Array([4]).buffer },
    toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      held = null;
      return true;
    }),
  };
  const pushManager = {
    getSubscription: async () => held,
    subscribe: async () => {
      held = await (subscribe?.() ?? Promise.resolve(subscription));
      return held;
    },
  };
  const registration = { pushManager };
  const register = vi.fn(async () => registration);
  const serviceWorker = { register, ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }));
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  return { register, subscription };
}

test('each kind has a switch for each way, as the server says, and what is switched is saved at once', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Ways of each kind' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ways of each kind', 'List', 'Sound', 'Mail', 'Browser']);
  expect(
    within(table).getByRole('rowheader', { name: /^Channels that stop ?You are responsible: one of list, mail, browser stays on\.$/ }),
  ).toBeTruthy();
  expect(within(table).getAllByRole('switch')).toHaveLength(2 * notificationWays.length);
  const mail = await cell('Imports done', 'Mail');
  expect(mail.checked).toBe(false);
  await userEvent.click(mail);
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${preferences}`)).toEqual({
      kinds: [{ kind: 'import_done', ways: { ...ruleOf('import_done').ways, mail: true } }],
    }),
  );
  expect((await cell('Imports done', 'Mail')).checked).toBe(true);
});

test('two switches of a kind that are set before the screen is drawn again are both kept', async () => {
  open();
  const [list, mail] = [await cell('Channels that stop', 'List'), await cell('Channels that stop', 'Mail')];
  act(() => {
    list.click();
    mail.click();
  });
  const ways = { ...ruleOf('channel_error').ways, inApp: false, mail: false };
  await waitFor(() => expect(server.bodyOf(`PUT ${preferences}`)).toEqual({ kinds: [{ kind: 'channel_error', ways }] }));
});

test('a sound comes with the list, and is none without it', async () => {
  open();
  await userEvent.click(await cell('Channels that stop', 'List'));
  const sound = await cell('Channels that stop', 'Sound');
  expect([sound.disabled, sound.checked]).toEqual([true, false]);
});

test('a setting that the server refuses goes back', async () => {
  server.replies[`PUT ${preferences}`] = () => refused('notification.one_way_needed', 'Leave one way on.');
  open();
  const list = await cell('Channels that stop', 'List');
  await userEvent.click(list);
  expect(server.countOf(`PUT ${preferences}`)).toBe(1);
  await waitFor(async () => expect((await cell('Channels that stop', 'List')).checked).toBe(true));
});

test('mails come as it happens, or once a day at an hour', async () => {
  open();
  const choice = await screen.findByRole('combobox', { name: 'Mails' });
  await userEvent.click(choice);
  await userEvent.click(await screen.findByRole('option', { name: 'Once a day at 09:00 AM' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${preferences}`)).toEqual({ digestHour: '9' }));
  expect(toastTexts()).toEqual(['Your mails come at this time from now on.']);
});

test('a test says by which ways it went', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send me a test' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The test is on its way: List, Mail, 2 browsers.']));
});

test('a failed list is said with a way on', async () => {
  server.replies[`GET ${preferences}`] = () => refused('server.unavailable', 'Not now.', { retryAfterSeconds: 1 });
  open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('the console is installed where the browser offers it, by its own question', async () => {
  open();
  expect(await pushSwitch()).toBeTruthy();
  expect(screen.queryByText('The console as an app')).toBeNull();
  const prompt = vi.fn(async () => {});
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'accepted' }),
  });
  keepInstallQuestion();
  act(() => void dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Install' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The app is installed.']));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});

const pushSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Notifications of the browser/ });

test('a browser without pushes says so', async () => {
  open();
  expect((await pushSwitch()).disabled).toBe(true);
  expect(screen.getByText('This browser cannot show notifications of a closed page.')).toBeTruthy();
});

test('SHELL-091 switching on registers the subscription in the own language, switching off takes it back', async () => {
  const { register, subscription } = stubBrowser();
  open();
  await waitFor(async () => expect((await pushSwitch()).disabled).toBe(false));
  await userEvent.click(await pushSwitch());
  await waitFor(() => expect(toastTexts()).toEqual(['This browser tells you from now on.']));
  expect(register).toHaveBeenCalledWith('/push-worker.js?language=en', { scope: '/', updateViaCache: 'none' });
  const token = JSON.stringify(subscription);
  expect(server.bodyOf(`POST ${device}`)).toEqual({ token });
  await waitFor(async () => expect((await pushSwitch()).checked).toBe(true));
  await userEvent.click(await pushSwitch());
  await waitFor(() => expect(toastTexts()).toEqual(['This browser is silent from now on.']));
  expect(server.bodyOf(`POST ${device}/remove`)).toEqual({ token });
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
  await waitFor(async () => expect((await pushSwitch()).checked).toBe(false));
});

test('SHELL-087 a registration that the server refuses shows its words, and nothing loads any more', async () => {
  stubBrowser();
  server.replies[`POST ${device}`] = () => refused('push.off', 'The token is too old.');
  open();
  await waitFor(async () => expect((await pushSwitch()).disabled).toBe(false));
  await userEvent.click(await pushSwitch());
  expect((await screen.findByRole('alert')).textContent).toBe('The browser could not be registeredThe token is too old.');
  await waitFor(async () => expect([(await pushSwitch()).checked, (await pushSwitch()).disabled]).toEqual([false, false]));
});

test('a push service that cannot be reached is named as the reason', async () => {
  stubBrowser({ subscribe: () => Promise.reject(new DOMException('Registration failed', 'AbortError')) });
  open();
  await waitFor(async () => expect((await pushSwitch()).disabled).toBe(false));
  await userEvent.click(await pushSwitch());
  expect((await screen.findByRole('alert')).textContent).toContain('push service cannot be reached');
  expect(server.countOf(`POST ${device}`)).toBe(0);
});

test('screens 11.5 a refused permission is shown with the way to allow it', async () => {
  stubBrowser({ permission: 'denied' });
  open();
  expect(await screen.findByText('The browser does not allow notifications of this page')).toBeTruthy();
  expect(screen.getByText(/Click the icon beside the address, allow notifications.*Sounds go on without them/)).toBeTruthy();
  expect((await pushSwitch()).disabled).toBe(true);
});

test('an installation without pushes says so', async () => {
  stubBrowser();
  server.replies[`GET ${device}`] = () => good({ publicKey: '', browsers: 0 });
  open();
  expect(await screen.findByText('This installation sends no notifications to browsers.')).toBeTruthy();
});

test('every kind of the contract has its row', async () => {
  kinds = noticeKindNames.map(rowOf);
  open();
  expect(await screen.findAllByRole('rowheader')).toHaveLength(noticeKindNames.length);
});
