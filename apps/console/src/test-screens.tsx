import { notificationsStore } from '@mantine/notifications';
import type { FeatureFlags, Me } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { beforeEach, vi } from 'vitest';
import { AppDialogHost } from './components/app-dialog.tsx';
import { meQuery } from './features/account/shared/me.ts';
import { loadAppConfig } from './lib/app-config.ts';
import { setOwner } from './lib/own-store.ts';
import { setToken } from './lib/session.ts';
import { draw } from './test-draw.tsx';
import { readBody, stubFetch } from './test-fetch.ts';

/** Fixtures shared by the tests of whole screens: a user, and a server that answers as a test says. */
export const idOf = (number: number) => `7d1f6a52-0d7b-4b52-9d7c-${String(number).padStart(12, '0')}`;

export const sampleMe = {
  uId: idOf(2),
  eId: idOf(1),
  name: 'Priya',
  permissions: ['NLP.VIEW', 'NLP', 'CHANNELS.EDIT'],
  timeZone: 'UTC',
  enterpriseTimeZone: 'UTC',
  enterpriseCountry: '',
} as unknown as Me;

export type Reply = { status: boolean; code: string; message: string; data: unknown; response?: unknown };
export type Asked = { call: string; query: Record<string, string>; body: unknown; contentType: string | null };
type Answer = (asked: Asked) => Reply | Promise<Reply>;

export const good = (data: unknown, message = ''): Reply => ({ status: true, code: '100', message, data });
export const refused = (code: string, message: string, data: unknown = {}): Reply => ({ status: false, code, message, data });

/** Things that are held for five seconds are held as long as the test: a slow machine needs longer to find it on the page. */
export function holdTime(): void {
  const own = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) =>
    own(run, ms === 5_000 ? 2 ** 31 - 1 : ms, ...rest)) as typeof setTimeout);
}

/** Stubs fetch for every test of a file and keeps what was asked. `replies` is filled anew by each. */
export function stubServer(standing: () => Record<string, Answer> = () => ({})) {
  const server = {
    asked: [] as Asked[],
    replies: {} as Record<string, Answer>,
    bodyOf: (call: string) => server.asked.findLast((entry) => entry.call === call)?.body,
    countOf: (call: string) => server.asked.filter((entry) => entry.call === call).length,
    queriesOf: (call: string) => server.asked.filter((entry) => entry.call === call).map(({ query }) => query),
  };
  beforeEach(() => {
    setToken('token');
    server.asked = [];
    server.replies = standing();
    stubFetch(async (address: string, init: RequestInit) => {
      const url = new URL(address, 'http://localhost');
      const call = `${init.method} ${url.pathname}`;
      const asked = {
        call,
        // A name that is given several times has its values in a row: 'A B'.
        query: Object.fromEntries([...url.searchParams.keys()].map((key) => [key, url.searchParams.getAll(key).join(' ')])),
        body: readBody(init.body),
        contentType: new Headers(init.headers).get('content-type'),
      };
      server.asked.push(asked);
      const reply = await server.replies[call]?.(asked);
      const answer = reply ?? refused('route.not_found', `No such call: ${call}`);
      return Response.json(answer, { status: answer.status ? 200 : 422 });
    });
  });
  return server;
}

/** The deployment's flags for the rest of a test; the server that is stubbed stays. */
export async function setFlags(environment: Partial<FeatureFlags>): Promise<void> {
  const stubbed = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ environment }));
  await loadAppConfig();
  vi.stubGlobal('fetch', stubbed);
}

/** Words of the toasts that are shown now. */
export function toastTexts(): string[] {
  return notificationsStore.getState().notifications.map(({ message }) => {
    if (typeof message === 'string') return message;
    const { container, unmount } = draw(message);
    const text = [...container.querySelectorAll(':scope > :not(style)')].map((element) => element.textContent).join('\n');
    unmount();
    return text;
  });
}

/** Draws screens by their addresses, with the shared dialog beside them. */
export function openScreens(address: string, toRoutes: (root: ScreenRoute) => ScreenRoute[], me: Me = sampleMe) {
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: (root as unknown as ScreenRoute).addChildren(toRoutes(root as unknown as ScreenRoute)) as unknown as typeof root,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(
    <KnownUser me={me}>
      <RouterProvider router={router as never} />
      <AppDialogHost />
    </KnownUser>,
  );
  return router;
}

/** The parts of a route that tests use; the router's own type names the screens of the whole console. */
export type ScreenRoute = { addChildren: (children: ScreenRoute[]) => ScreenRoute };

/** A route for `openScreens`. */
export const screenAt = (parent: ScreenRoute, path: string, component: () => ReactNode, options: object = {}): ScreenRoute =>
  createRoute({ getParentRoute: () => parent, path, component, ...options } as never) as unknown as ScreenRoute;

function KnownUser({ me, children }: { me: Me; children: ReactNode }) {
  const client = useQueryClient();
  client.setQueryData(meQuery.queryKey, me);
  setOwner(me);
  return children;
}
