import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getToken } from '../../../lib/session.ts';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { SsoReturnSearch } from './sso-return.search.ts';
import { SsoReturnPage } from './sso-return-page.tsx';

let sent: Record<string, string>[];
let answer: object;
beforeEach(() => {
  sent = [];
  sessionStorage.setItem('sso-state', 'own-state');
  stubFetch(async (_url: string, init?: RequestInit) => {
    sent.push(Object.fromEntries(new URLSearchParams(String(init?.body ?? ''))));
    return Response.json(answer);
  });
});
const good = (data: object) => ({ status: true, code: '100', message: '', data });

function drawReturn(query: string) {
  const root = createRootRoute({ component: Outlet });
  const account = createRoute({ getParentRoute: () => root, id: '_account', component: Outlet });
  const back = createRoute({
    getParentRoute: () => account,
    path: '$connectionId/redirect',
    component: SsoReturnPage,
    validateSearch: SsoReturnSearch,
  });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>inside</p> });
  const router = createRouter({
    routeTree: root.addChildren([account.addChildren([back]), rest]),
    history: createMemoryHistory({ initialEntries: [`/connection-1/redirect${query.startsWith('#') ? '' : '?'}${query}`] }),
  });
  draw(<RouterProvider router={router as never} />);
  return router;
}

test('AUTH-011 AUTH-020 AUTH-061 a user who comes back from the provider is signed in, and goes where they wanted to', async () => {
  answer = good({ token: 'sso-token', routePath: '/bots' });
  const router = drawReturn('code=c1&state=own-state&iss=https://login.example.com');
  expect(await screen.findByText('inside')).toBeTruthy();
  expect([router.state.location.pathname, getToken()]).toEqual(['/bots', 'sso-token']);
  expect(sent).toEqual([{ token: 'c1', state: 'own-state', iss: 'https://login.example.com' }]);
});

test('AUTH-062 a token that a SAML answer has become is passed on by the tab that has left, or where no tab has asked', async () => {
  answer = good({ token: 'sso-token', routePath: '' });
  drawReturn('#token=t1&state=own-state');
  expect(await screen.findByText('inside')).toBeTruthy();
  expect(sent).toEqual([{ token: 't1', state: 'own-state' }]);
});

test('a sign-in that began at the provider goes on without a state; one of another tab does not', async () => {
  answer = good({ token: 'sso-token', routePath: '' });
  drawReturn('#token=t1&state=somebody-else');
  expect(await screen.findByText(/not opened by a sign-in of this tab/)).toBeTruthy();
  expect(sent).toEqual([]);
  drawReturn('#token=t2');
  expect(await screen.findByText('inside')).toBeTruthy();
  expect(sent).toEqual([{ token: 't2', state: '' }]);
});

test('an answer that this tab has not asked for is not passed on, nor one that the provider has declined', async () => {
  drawReturn('code=c1&state=somebody-else');
  expect(await screen.findByText(/was not opened by a sign-in of this tab/)).toBeTruthy();
  sessionStorage.setItem('sso-state', 'own-state');
  drawReturn('error=access_denied&state=own-state');
  expect(await screen.findByText(/has not signed you in/)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a refusal is told in words', async () => {
  answer = { status: false, code: 'sso.refused', message: 'None of your groups has a role here.', data: { reason: 'no_role' } };
  drawReturn('code=c1&state=own-state');
  expect(await screen.findByText('None of your groups has a role here.')).toBeTruthy();
  expect(getToken()).toBeNull();
});

test('a test shows what the provider has told, and signs nobody in', async () => {
  answer = good({
    test: { connection: 'Our provider', subject: 's-1', email: 'a@example.com', groups: ['agents'], roles: ['Handle Chats'] },
  });
  drawReturn('code=c1&state=own-state');
  expect(await screen.findByText('The test went well')).toBeTruthy();
  expect(screen.getByText('Handle Chats')).toBeTruthy();
  expect(getToken()).toBeNull();
});
