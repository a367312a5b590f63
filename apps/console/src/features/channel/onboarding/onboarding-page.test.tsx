import { type Me, type Onboarding, onboardingSteps, type StepState } from '@parley/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { tellSignup } from '../shared/signup-news.ts';
import { OnboardingPage } from './onboarding-page.tsx';

const base = '/chatbird/api/mcmi';
const id = idOf(7);
const phoneNumberId = '20919800001111';
const at = '2024-01-06T15:05:00.000Z';
const record = (state: StepState, text = '') => ({ state, at: state === 'OPEN' ? null : at, by: 'Ada', text });
const stepsWith = <S extends string>(names: readonly S[], states: Partial<Record<string, StepState>>) =>
  names.map((step) => ({ step, ...record(states[step] ?? 'OPEN', states[step] === 'DONE' ? `told ${step}` : '') }));

function onboardingWith(states: Partial<Record<string, StepState>>, more: Partial<Onboarding> = {}, hasNumber = false): Onboarding {
  const number = {
    ...{ phoneNumberId, phone: '+919800001111', verifiedName: 'Shrub', channelId: idOf(9), channelName: 'WhatsApp', isConnected: false },
    ...{ steps: stepsWith(onboardingSteps.slice(4), states), code: null, heard: null, messageStatus: '' },
  };
  return {
    ...{ id, environment: 'sandbox', startedBy: 'Ada', createdAt: at, changedAt: at, isFinished: false, signIn: 'NONE' },
    ...{ tokenExpiresAt: null, wabaId: '', wabaName: '', steps: stepsWith(onboardingSteps.slice(0, 4), states), revision: 3 },
    numbers: hasNumber ? [number] : [],
    ...more,
  } as Onboarding;
}

let shown = onboardingWith({});
let environments: string[] = ['sandbox'];
const details = {
  ...{ environment: 'sandbox', appId: 'app-1', appName: 'Sandbox app', configId: 'c1', state: 'signed' },
  dialogUrl: '/sandbox/whatsapp-signup?state=signed',
};
const server = stubServer(() => ({
  [`GET ${base}/onboardings`]: () => good({ onboardings: [shown], more: true, environments }),
  [`POST ${base}/onboardings`]: () => good(shown),
  [`GET ${base}/onboardings/${id}`]: () => good(shown),
  [`GET ${base}/partner/details`]: () => good(details),
  [`GET ${base}/partner/permissions`]: () =>
    good({ scopes: [{ scope: 'whatsapp_business_management', isGranted: true }], signIn: 'VALID', tokenExpiresAt: null }),
  [`GET ${base}/waba/list`]: () => good({ accounts: [{ id: '100001', name: 'Acme', reviewStatus: 'APPROVED' }] }),
  [`GET ${base}/waba/phone_numbers`]: () => good({ numbers: [] }),
  [`GET ${base}/onboardings/${id}/checks`]: () =>
    good({
      checks: [
        { name: 'callback', isOk: false, text: '' },
        { name: 'limit', isOk: true, text: 'TIER_250' },
      ],
    }),
  [`POST ${base}/onboardings/${id}/permissions`]: () =>
    good({ ...shown, revision: 4, steps: stepsWith(onboardingSteps.slice(0, 4), { permissions: 'DONE' }) }),
  [`POST ${base}/embedded_signup`]: () => good({ ...shown, signIn: 'VALID' }),
  [`POST ${base}/waba/phone_numbers`]: () => refused('onboarding.number_taken', 'This number is already in use.'),
  [`POST ${base}/waba/phone_numbers/send_code`]: () => good(shown),
  'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [], more: false } }),
}));
const me = (...permissions: string[]) => ({ ...sampleMe, permissions: ['WABAONBOARD.VIEW', ...permissions] }) as unknown as Me;
const open = (address = `/onboarding?id=${id}`, by = me('CHANNELS.VIEW', 'CHANNELS.CREATE')) =>
  openScreens(address, (root) => [screenAt(root, '/onboarding', () => <OnboardingPage />)], by);
const user = userEvent.setup({ delay: null });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

afterEach(() => vi.restoreAllMocks());

test('several unfinished setups stand in a list to go on with, and a press begins another one once (MENU-030, CHAN-057)', async () => {
  shown = onboardingWith({ permissions: 'DONE' }, { wabaName: 'Acme' });
  open('/onboarding?from=12');
  const card = await screen.findByRole('article', { name: 'Acme' });
  expect(within(card).getByText('Setup unfinished')).toBeTruthy();
  expect(within(card).getByText('Next: Business account')).toBeTruthy();
  expect(server.queriesOf(`GET ${base}/onboardings`)[0]).toMatchObject({ from: '12', perPage: '12' });
  await press('Try it in the sandbox');
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}/onboardings`)).toMatchObject({
      environment: 'sandbox',
      requestKey: expect.stringContaining('sandbox '),
    }),
  );
});

test('the step that is due is open, and says what the provider has answered, who has asked and when', async () => {
  shown = onboardingWith({});
  open();
  expect((await screen.findByRole('button', { name: /Permissions and partner/ })).getAttribute('aria-expanded')).toBe('true');
  expect(await screen.findByText(/Sandbox app/)).toBeTruthy();
  await press('Ask the provider');
  await waitFor(() => expect(server.bodyOf(`POST ${base}/onboardings/${id}/permissions`)).toEqual({ revision: '3' }));
  expect((await screen.findByRole('button', { name: /^Business account/ })).getAttribute('aria-expanded')).toBe('true');
  await press(/Permissions and partner/);
  expect(await screen.findByText('The provider said: told permissions')).toBeTruthy();
  await press(/Connect the channel/);
  expect(await screen.findByText('First: Business account')).toBeTruthy();
});

test('a window that is blocked or closed is said, and opened again; its code signs in', async () => {
  shown = onboardingWith({ permissions: 'DONE' });
  const popup = { closed: false, close: vi.fn() };
  const openWindow = vi
    .spyOn(window, 'open')
    .mockReturnValueOnce(null)
    .mockReturnValue(popup as unknown as Window);
  open();
  const button = await screen.findByRole('button', { name: 'Sign in at the provider' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
  expect(await screen.findByText(/Your browser has blocked the window/)).toBeTruthy();
  await press('Open the window again');
  expect(openWindow).toHaveBeenLastCalledWith(details.dialogUrl, '_blank', expect.any(String));
  expect(await screen.findByText(/The window is open/)).toBeTruthy();
  popup.closed = true;
  expect(await screen.findByText(/closed before the sign-in was finished/, {}, { timeout: 4000 })).toBeTruthy();
  popup.closed = false;
  await press('Open the window again');
  tellSignup({ state: 'of somebody else', code: 'foreign' });
  tellSignup({ state: 'signed', code: 'the code' });
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}/embedded_signup`)).toEqual({
      onboardingId: id,
      revision: '3',
      method: 'dialog',
      code: 'the code',
      state: 'signed',
    }),
  );
});

test('ids that are typed in are asked for, and sent with the revision', async () => {
  shown = onboardingWith({ permissions: 'DONE' });
  open();
  await press('Enter ids instead');
  await press('Use these ids');
  expect(await screen.findAllByText('This field is required')).toHaveLength(2);
  await user.type(screen.getByRole('textbox', { name: 'Business account id' }), '100001');
  await user.type(screen.getByLabelText(/Access token/), 'secret');
  await press('Use these ids');
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}/embedded_signup`)).toEqual({
      onboardingId: id,
      revision: '3',
      method: 'ids',
      wabaId: '100001',
      accessToken: 'secret',
    }),
  );
});

test('a number that somebody has is refused beside its form, and a sign-in that has ended leads back to step 2', async () => {
  const done = { permissions: 'DONE', account: 'DONE', choice: 'DONE' } as const;
  shown = onboardingWith(done, { signIn: 'VALID', wabaId: '100001', wabaName: 'Acme' });
  open();
  await user.type(await screen.findByRole('textbox', { name: 'Phone number' }), '98 0000 1111');
  await user.type(screen.getByRole('textbox', { name: 'Display name' }), 'Shrub');
  // Each try raises the revision, and the account's numbers are asked for anew: what was typed stays.
  shown = { ...shown, revision: 4 };
  const asked = server.countOf(`GET ${base}/waba/phone_numbers`);
  await press('Add a number');
  expect(await screen.findByText('This number is already in use.')).toBeTruthy();
  await waitFor(() => expect(server.countOf(`GET ${base}/waba/phone_numbers`)).toBe(asked + 1));
  expect(screen.getByRole('textbox', { name: 'Phone number' })).toHaveProperty('value', '98 0000 1111');
  cleanup();
  shown = { ...shown, signIn: 'OVER' };
  open();
  expect((await screen.findAllByText(/The sign-in has ended/)).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: /^Business account/ }).getAttribute('aria-expanded')).toBe('true');
});

test('another code waits until the minute is over, and the checks at the end say what is not there yet', async () => {
  const done = { permissions: 'DONE', account: 'DONE', choice: 'DONE', numbers: 'DONE' } as const;
  const code = {
    method: 'SMS' as const,
    sentAt: new Date().toISOString(),
    againAt: new Date(Date.now() + 58_000).toISOString(),
    triesLeft: 4,
  };
  shown = onboardingWith(done, { signIn: 'VALID', wabaId: '100001', wabaName: 'Acme' }, true);
  shown = { ...shown, numbers: shown.numbers.map((number) => ({ ...number, code })) };
  open();
  expect((await screen.findByRole('button', { name: 'Send another code' })).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('timer').textContent).toMatch(/Another code in \d+ seconds/);
  expect(screen.getByText(/4 tries left/)).toBeTruthy();
  cleanup();
  shown = onboardingWith({ ...done, verify: 'DONE', callbacks: 'DONE', message: 'DONE' }, { signIn: 'VALID', wabaName: 'Acme' }, true);
  open();
  expect(await screen.findByText('Callback received')).toBeTruthy();
  expect(screen.getByText('Not yet')).toBeTruthy();
  expect(screen.getByText('TIER_250')).toBeTruthy();
});

test('a reader sees the steps and can do none; without anywhere to go it is said why', async () => {
  shown = onboardingWith({ permissions: 'DONE' });
  open(`/onboarding?id=${id}`, me('CHANNELS.VIEW'));
  expect(await screen.findByText(/you need the permission to create channels/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign in at the provider' })).toBeNull();
  cleanup();
  environments = [];
  open('/onboarding');
  expect(await screen.findByText(/neither an app at the provider nor a simulator/)).toBeTruthy();
  environments = ['sandbox'];
});
