import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider, useParams } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { keepScrollPlaces } from './scroll-places.ts';

function Thread() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <div key={id} role="log" />;
}

/** Screens that draw the same boxes, as chats do: the page, and a thread inside of it. */
async function open() {
  const root = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
  });
  const chat = createRoute({ getParentRoute: () => root, path: '/chat/$id', component: () => <Thread /> });
  const router = createRouter({
    routeTree: root.addChildren([chat]),
    history: createMemoryHistory({ initialEntries: ['/chat/1'] }),
  });
  onTestFinished(keepScrollPlaces(router, () => document.querySelector('main')));
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('log');
  const scroll = (role: 'log' | 'main', top: number) => {
    const box = screen.getByRole(role);
    box.scrollTop = top;
    box.dispatchEvent(new Event('scroll'));
  };
  const go = (href: string) => act(() => router.navigate({ to: href } as never));
  return { router, scroll, go, top: (role: 'log' | 'main') => screen.getByRole(role).scrollTop };
}

test('a thread is never put where another one stood; the page begins at its top, and stands where it was left when one comes back', async () => {
  const { router, scroll, go, top } = await open();
  scroll('log', 300);
  scroll('main', 500);
  await go('/chat/2');
  expect([top('log'), top('main')]).toEqual([0, 0]);
  scroll('log', 40);
  scroll('main', 20);
  act(() => router.history.back());
  await expect.poll(() => top('main')).toBe(500);
  expect(top('log')).toBe(0);
});

test('a filter in the address leaves the page where it is', async () => {
  const { scroll, go, top } = await open();
  scroll('main', 500);
  await go('/chat/1?unread=true');
  expect(top('main')).toBe(500);
});
