import { notificationsStore } from '@mantine/notifications';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { readBody, stubFetch } from '../../../test-fetch.ts';
import { ActivationPage } from './activation-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignupPage } from './signup-page.tsx';

type Reply = { status: boolean; code: string; message: string; data: unknown };
const good = (message: string, data: unknown = null): Reply => ({ status: true, code: '100', message, data });
const refused = (code: string, message: string): Reply => ({ status: false, code, message, data: {} });

let replies: Record<string, () => Promise<Response>>;
let asked: { call: string; query: string; body: Record<string, unknown> | undefined }[];

beforeEach(() => {
  asked = [];
  replies = {
    '/account/captcha/generate': async () =>
      Response.json(good('', { captchaId: `c${asked.length}`, captcha: 'AAAA', proofBits: 12, isRequired: true })),
  };
  stubFetch(async (url: string, init?: RequestInit) => {
    const [path = '', query = ''] = url.split('?');
    asked.push({ call: `${init?.method} ${path}`, query, body: readBody(init?.body) });
    return (await replies[path]?.()) ?? Response.json(refused('route.not_found', 'No such call.'));
  });
});

const captchas = () => asked.filter(({ call }) => call === 'GET /account/captcha/generate').map(({ query }) => query);

function open(address: string) {
  const root = createRootRoute({ component: Outlet });
  const account = createRoute({ getParentRoute: () => root, id: '_account', component: Outlet });
  const forgot = createRoute({ getParentRoute: () => account, path: 'forgot-password', component: ForgotPasswordPage });
  const reset = createRoute({
    getParentRoute: () => account,
    path: 'reset-password',
    component: ResetPasswordPage,
    validateSearch: (search: Record<string, unknown>) => ({
      uId: String(search.uId ?? ''),
      eId: String(search.eId ?? ''),
      resetCode: String(search.resetCode ?? ''),
      code: String(search.code ?? ''),
    }),
  });
  const activation = createRoute({ getParentRoute: () => account, path: 'signup-verify/$activationId', component: ActivationPage });
  const signup = createRoute({ getParentRoute: () => account, path: 'signup', component: SignupPage });
  const login = createRoute({ getParentRoute: () => root, path: 'login', component: () => <p>the login screen</p> });
  const router = createRouter({
    routeTree: root.addChildren([account.addChildren([forgot, reset, activation, signup]), login]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(<RouterProvider router={router as never} />);
}

async function sendForgotten() {
  open('/forgot-password');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(await screen.findByLabelText('Captcha'), 'AAAA');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
}

test('AUTH-025 AUTH-053 AUTH-071 the form asks for e-mail and captcha; a failure shows the message of the server and a new captcha', async () => {
  replies['/account/enterprise/recover'] = async () => Response.json(refused('captcha.wrong', 'Invalid captcha.'));
  await sendForgotten();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid captcha.');
  await waitFor(() => expect(captchas()).toEqual(['requestFrom=forgetPassword', 'requestFrom=forgetPassword']));
  expect((await screen.findByLabelText<HTMLInputElement>('Captcha')).value).toBe('');
});

test('AUTH-026 AUTH-027 AUTH-082 the form gives way to the message of success, with a Sign In link', async () => {
  replies['/account/enterprise/recover'] = async () =>
    Response.json(good('An email has been sent with instruction on how to reset the password.'));
  await sendForgotten();
  expect(await screen.findByText('An email has been sent with instruction on how to reset the password.')).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
});

test("AUTH-072 a transport failure shows 'Something Went Wrong !!'", async () => {
  replies['/account/enterprise/recover'] = () => Promise.reject(new TypeError('network'));
  await sendForgotten();
  expect((await screen.findByRole('alert')).textContent).toBe('Something Went Wrong !!');
});

test('AUTH-054 the sign-up form asks for a captcha of its own place', async () => {
  open('/signup');
  expect(await screen.findByLabelText('Captcha')).toBeTruthy();
  expect(captchas()).toEqual(['requestFrom=signup']);
});

test('FORMAT-017 FORMAT-018 a name with a blank at its start or with two in a row is refused beside the field at sign-up', async () => {
  open('/signup');
  for (const name of [' Ada', 'Ada  Byron']) {
    await userEvent.clear(await screen.findByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), name);
    await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(screen.getByText('Leave out blanks at the start and the end, and double ones.'), name).toBeTruthy();
  }
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ada Byron');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.queryByText('Leave out blanks at the start and the end, and double ones.')).toBeNull();
});

test('AUTH-028 AUTH-082 the activation says that it is under way, and then what the server says', async () => {
  const answer = Promise.withResolvers<Response>();
  replies['/account/enterprise/activate'] = () => answer.promise;
  open('/signup-verify/a1');
  expect((await screen.findByRole('status')).textContent).toBe('Activating your account');
  answer.resolve(Response.json(good('Your account is active.')));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Your account is active.'));
  expect(asked).toEqual([{ call: 'POST /account/enterprise/activate', query: '', body: { activationId: 'a1' } }]);
});

async function setPassword(address: string) {
  open(address);
  await userEvent.type(await screen.findByLabelText('New Password'), 'Brand-new-1');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'Brand-new-1');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
}
const changeAddress = '/reset-password?code=5&uId=u&eId=e&resetCode=r';

test('AUTH-031 AUTH-032 AUTH-035 AUTH-036 AUTH-082 the change flow ends in a message with a Sign In link; without words of the server in ours', async () => {
  replies['/account/enterprise/changepassword'] = async () => Response.json(good(''));
  await setPassword(changeAddress);
  expect((await screen.findByRole('status')).textContent).toBe('Thank you, Your Password has Been Reset.');
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
  const passwords = { password: 'Brand-new-1', confirmPassword: 'Brand-new-1' };
  expect(asked).toEqual([
    {
      call: 'POST /account/enterprise/changepassword',
      query: '',
      body: { ...passwords, uId: 'u', eId: 'e', resetCode: 'r', appId: 'parley' },
    },
  ]);
});

test.each(['900', '901'])('AUTH-030 AUTH-033 AUTH-034 AUTH-036 code %s sets a password and leads to login, with a toast', async (code) => {
  replies['/account/enterprise/resetPassword'] = async () => Response.json(good(''));
  await setPassword(`/reset-password?code=${code}&resetCode=r`);
  expect(await screen.findByText('the login screen')).toBeTruthy();
  expect(notificationsStore.getState().notifications.map(({ message }) => message)).toEqual(['Thank you, Your Password has Been Reset.']);
  expect(asked.map(({ call }) => call)).toEqual(['PUT /account/enterprise/resetPassword']);
});

test("AUTH-073 AUTH-074 a failed change shows the message of the server, or 'Something went wrong !!'", async () => {
  replies['/account/enterprise/changepassword'] = async () =>
    Response.json(refused('account.link_invalid', 'This link is no longer valid.'));
  await setPassword(changeAddress);
  expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
  replies['/account/enterprise/changepassword'] = () => Promise.reject(new TypeError('network'));
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Something went wrong !!'));
});
