import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { loadAppConfig } from '../../lib/app-config.ts';
import { draw } from '../../test-draw.tsx';
import { meQuery } from '../account/shared/me.ts';
import { ProfileMenu } from './profile-menu.tsx';

async function open(me: { sessionKind: 'password' | 'sso'; permissions?: string[]; artifactsEnabled?: boolean }) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(meQuery.queryKey, { name: 'Ada', emailId: 'ada@example.com', profilePic: '', permissions: [], ...me } as never);
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={client}>
        <ProfileMenu onShowShortcuts={() => {}} />
      </QueryClientProvider>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) });
  draw(<RouterProvider router={router as never} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Profile of Ada' }));
  await screen.findByRole('menuitem', { name: 'Details' });
}

test('SHELL-044 SHELL-047 the menu leads to the own details and out', async () => {
  await open({ sessionKind: 'password' });
  expect(screen.getByRole('menuitem', { name: 'Details' }).getAttribute('href')).toBe('/details/myprofile');
  expect(screen.getByRole('menuitem', { name: 'Signout' })).toBeTruthy();
});

test('SHELL-045 SHELL-046 My Library leads to the library, for whom it is on', async () => {
  await open({ sessionKind: 'password', artifactsEnabled: true });
  expect(screen.getByRole('menuitem', { name: 'My Library' }).getAttribute('href')).toBe('/content-library');
});

test('SHELL-046 My Library is not there for whom it is off', async () => {
  await open({ sessionKind: 'password', artifactsEnabled: false });
  expect(screen.queryByRole('menuitem', { name: 'My Library' })).toBeNull();
});

test('SHELL-048 a user who came directly from single sign-on has no Signout', async () => {
  await open({ sessionKind: 'sso' });
  expect(screen.queryByRole('menuitem', { name: 'Signout' })).toBeNull();
});

test.each([true, false])('the account is in the menu while billing is on: %s', async (billing) => {
  vi.stubGlobal('fetch', async () => Response.json({ environment: { billing } }));
  await loadAppConfig();
  await open({ sessionKind: 'password', permissions: ['ENTERPRISE_BILLING'] });
  expect(screen.queryByRole('menuitem', { name: 'Billing' })?.getAttribute('href')).toBe(billing ? '/billing' : undefined);
});
