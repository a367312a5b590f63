import { constants, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { defaultWhiteLabel, hasZeroBits, proofText, readProofAnswer } from '@parley/contract';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { getToken } from '../../../lib/session.ts';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { loadBrand } from '../shared/brand.ts';
import { AccountLayout } from './account-layout.tsx';
import { LoginPage } from './login-page.tsx';

type Answer = { status: boolean; code: string; message: string; data: unknown };
const good = (data: unknown): Answer => ({ status: true, code: '100', message: '', data });
const refused = (code: string, message: string, data: object = {}): Answer => ({ status: false, code, message, data });

let answers: Record<string, Answer[]>;
let sent: { path: string; query: string; body: string }[];
/** The host's own branding. */
let hostFile: object;

beforeEach(() => {
  sent = [];
  hostFile = {};
  answers = { '/account/captcha/generate': [good({ captchaId: 'c1', captcha: 'AAAA', proofBits: 12, isRequired: true })] };
  stubFetch(async (url: string, init?: RequestInit) => {
    const [path = '', query = ''] = url.split('?');
    sent.push({ path, query, body: String(init?.body ?? '') });
    if (path.startsWith('/assets/WhiteLabel/')) return Response.json(hostFile);
    const queue = answers[path] ?? [];
    return Response.json(queue.length > 1 ? queue.shift() : queue[0]);
  });
});

/** @param frame what stands round the form */
function drawLogin(address = '/login', frame: RouteComponent = Outlet) {
  const root = createRootRoute({ component: Outlet });
  const account = createRoute({ getParentRoute: () => root, id: '_account', component: frame });
  const login = createRoute({ getParentRoute: () => account, path: 'login', component: LoginPage, validateSearch: (search) => search });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>inside</p> });
  const router = createRouter({
    routeTree: root.addChildren([account.addChildren([login]), rest]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(<RouterProvider router={router as never} />);
  return router;
}
const fill = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-12');
  await userEvent.type(await screen.findByLabelText('Captcha'), 'k7x2');
};
const signIn = () => userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
const logins = () =>
  sent.filter(({ path }) => path.endsWith('/twoFactorAuth')).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('AUTH-017 AUTH-047 AUTH-054 AUTH-084 AUTH-087 signing in sends what was typed, keeps the token and goes where one wanted to', async () => {
  answers['/account/enterprise/login/twoFactorAuth'] = [good({ token: 'secret-token', routePath: '' })];
  const router = drawLogin('/login?next=/chat/conversation');
  await fill();
  await signIn();
  expect(await screen.findByText('inside')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/chat/conversation');
  expect(getToken()).toBe('secret-token');
  expect(sent.filter(({ path }) => path.endsWith('/generate')).map(({ query }) => query)).toEqual(['requestFrom=login']);
  expect(logins()).toEqual([
    {
      email: 'ada@example.com',
      password: 'secret-12',
      captcha: 'k7x2',
      captchaId: 'c1',
      removeExistingSession: 'false',
      routePath: '/chat/conversation',
      appId: 'parley',
    },
  ]);
});

test('AUTH-048 AUTH-050 the password is encrypted with the configured key when encryption is on', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  answers['/assets/app-config.json'] = [{ encryption: { isEnabled: true, publicKey: pem } } as never];
  answers['/account/enterprise/login/twoFactorAuth'] = [good({ token: 't', routePath: '' })];
  await loadBrand();
  drawLogin();
  await fill();
  await signIn();
  expect(await screen.findByText('inside')).toBeTruthy();
  const sealed = Buffer.from(logins()[0]?.password ?? '', 'base64');
  const key = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  expect(privateDecrypt(key, sealed).toString()).toBe('secret-12');
});

test('AUTH-037 AUTH-040 empty fields are told beside them, and nothing is sent', async () => {
  drawLogin();
  await screen.findByLabelText('Captcha');
  await signIn();
  expect(screen.getAllByText('This field is mandatory.')).toHaveLength(2);
  expect(screen.getByText('Please enter captcha.')).toBeTruthy();
  expect(logins()).toEqual([]);
});

test('a user who signs in before the server has said whether it asks for a captcha is signed in when it has', async () => {
  const asked = Promise.withResolvers<Response>();
  stubFetch(async (url: string, init?: RequestInit) => {
    const [path = '', query = ''] = url.split('?');
    sent.push({ path, query, body: String(init?.body ?? '') });
    return path === '/account/captcha/generate' ? asked.promise : Response.json(good({ token: 't1', routePath: '/dashboard' }));
  });
  drawLogin();
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-12');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(screen.queryByText('Please enter captcha.')).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['/account/captcha/generate']);
  asked.resolve(Response.json(good({ captchaId: 'c1', captcha: '', proofBits: 0, isRequired: false })));
  expect(await screen.findByText('inside')).toBeTruthy();
  expect(getToken()).toBe('t1');
});

test('a refused login shows the words of the server and asks for a new captcha', async () => {
  answers['/account/enterprise/login/twoFactorAuth'] = [refused('login.failed', 'E-mail or password is wrong.')];
  drawLogin();
  await fill();
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toContain('E-mail or password is wrong.');
  await vi.waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/generate'))).toHaveLength(2));
  expect((screen.getByLabelText('Captcha') as HTMLInputElement).value).toBe('');
});

test('AUTH-018 AUTH-083 a session elsewhere is asked about; Yes signs in and removes it', async () => {
  answers['/account/enterprise/login/twoFactorAuth'] = [
    refused('login.session_exists', 'exists', { sessionCount: 1 }),
    good({ token: 't2', routePath: '' }),
  ];
  const router = drawLogin();
  await fill();
  await signIn();
  expect(await screen.findByText('You are signed in on another device. Remove that session and continue?')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('inside')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/dashboard');
  expect(logins().map((body) => body.removeExistingSession)).toEqual(['false', 'true']);
});

/** The thread of the proof, which the test's browser does not have: the same search, one turn later. */
class ProofThread extends EventTarget {
  postMessage({ captchaId, bits }: { captchaId: string; bits: number }) {
    queueMicrotask(() => {
      for (let counter = 0; ; counter += 1) {
        if (!hasZeroBits(createHash('sha256').update(proofText(captchaId, counter)).digest(), bits)) continue;
        return this.dispatchEvent(new MessageEvent('message', { data: { kind: 'found', counter } }));
      }
    });
  }
  terminate() {}
}

test('a user who cannot see the picture lets the browser do a calculation, which signs in as well', async () => {
  vi.stubGlobal('Worker', ProofThread);
  answers['/account/enterprise/login/twoFactorAuth'] = [good({ token: 'secret-token', routePath: '' })];
  drawLogin();
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-12');
  await userEvent.click(await screen.findByRole('button', { name: 'I cannot read the picture' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Done. No captcha is needed this time.'));
  await signIn();
  await screen.findByText('inside');
  const [{ captcha = '', captchaId = '' } = {}] = logins();
  expect(
    hasZeroBits(
      createHash('sha256')
        .update(proofText(captchaId, readProofAnswer(captcha) ?? ''))
        .digest(),
      12,
    ),
  ).toBe(true);
});

test('WL-007 AUTH-013 the banner beside the form is that of the host’s file', async () => {
  hostFile = { info: { title: 'Acme Talk' }, banner: [{ subtitle: 'Hello', text: 'We answer within a minute', image: '' }] };
  await loadBrand();
  drawLogin('/login', AccountLayout);
  const banner = within(await screen.findByRole('region', { name: 'About Acme Talk' }));
  expect([banner.getByText('Hello').textContent, banner.getByText('We answer within a minute').textContent]).toHaveLength(2);
  expect(banner.queryByText(defaultWhiteLabel.banner[0]?.text ?? '')).toBeNull();
});

const challenge = { id: 'challenge-1', authType: 2, authTypes: [2, 1, 3], sentTo: '' };
const sentTo = (path: string) =>
  sent.filter((call) => call.path.endsWith(path)).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('AUTH-019 AUTH-058 AUTH-083 a second factor is asked for after the password, and told when it is wrong', async () => {
  answers['/account/enterprise/login/twoFactorAuth'] = [good(challenge)];
  answers['/account/enterprise/login/twoFactorAuth/verifyCode'] = [
    refused('login.code_wrong', 'The code is wrong. 4 more tries are left.', { left: 4 }),
    good({ token: 'second-token', routePath: '' }),
  ];
  const router = drawLogin('/login?next=/bots');
  await fill();
  await signIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  expect(screen.getByText('This field is mandatory.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('6-digit code'), '123 456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('4');
  expect(getToken()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('inside')).toBeTruthy();
  expect([router.state.location.pathname, getToken()]).toEqual(['/bots', 'second-token']);
  expect(sentTo('/verifyCode')[0]).toEqual({ id: 'challenge-1', authType: '2', securityCode: '123 456' });
});

test('AUTH-059 a code by mail is sent when it is chosen, again only after 30 seconds, and recovery codes are another way', async () => {
  answers['/account/enterprise/login/twoFactorAuth'] = [good(challenge)];
  answers['/account/enterprise/login/twoFactorAuth/resendAuthMail'] = [good({ ...challenge, authType: 1, sentTo: 'a•••@example.com' })];
  drawLogin();
  await fill();
  await signIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Send a code by email' }));
  expect(await screen.findByText('We sent a code to a•••@example.com.')).toBeTruthy();
  expect(sentTo('/resendAuthMail')).toEqual([{ id: 'challenge-1' }]);
  expect((screen.getByRole('button', { name: /^Resend in/ }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(screen.getByLabelText('Recovery code')).toBeTruthy();
});

test('the last wrong code leads back to the password, in words', async () => {
  answers['/account/enterprise/login/twoFactorAuth'] = [good(challenge)];
  answers['/account/enterprise/login/twoFactorAuth/verifyCode'] = [
    refused('login.code_wrong', 'The code is wrong. Please start again.', { left: 0 }),
  ];
  drawLogin();
  await fill();
  await signIn();
  await userEvent.type(await screen.findByLabelText('6-digit code'), '123456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('wrong');
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('AUTH-060 AUTH-088 the typed email leads to the provider where single sign-on is on, and this tab keeps the state', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', Object.assign(new URL(location.href), { assign }));
  vi.stubGlobal('sessionStorage', sessionStorage);
  answers['/assets/app-config.json'] = [{ singleSignOn: true } as never];
  await loadBrand();
  answers['/account/enterprise/oauth_validate'] = [good({ address: 'https://login.example.com/authorize', state: 'state-1' })];
  drawLogin('/login?next=/bots');
  const button = await screen.findByRole('button', { name: 'Sign in with SSO' });
  await userEvent.click(button);
  expect(screen.getByText('This field is mandatory.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(button);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/authorize'));
  expect(sentTo('/oauth_validate')).toEqual([{ email: 'ada@example.com', routePath: '/bots' }]);
  expect(sessionStorage.getItem('sso-state')).toBe('state-1');
});
