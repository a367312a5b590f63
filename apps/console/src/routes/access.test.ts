import { allPermissions, bundledFlags, findScreen, type Me, type Permission, type Screen, screens } from '@parley/contract';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, isNotFound } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { meQuery } from '../features/account/shared/me.ts';
import { loadAppConfig } from '../lib/app-config.ts';
import { setToken } from '../lib/session.ts';
import { Route as frame } from './_frame/route.ts';
import { Route as redirect } from './dialog360-redirect.ts';
import { routeTree } from './route-tree.gen.ts';

const router = createRouter({ routeTree, context: { queryClient: new QueryClient() }, history: createMemoryHistory() });
const all = Object.values<Screen>(screens);
/** The screens within the frame; the one page beside it asks for its permission itself. */
const framed = all.filter(({ path }) => path !== screens.thankYou.path);
const inTable = (path: string) => findScreen(path, all);
const example = (path: string) => path.replaceAll('*', 'some-id');

/** Tells whether the frame lets somebody with these permissions see the address. */
async function opens(path: string, permissions: readonly Permission[]): Promise<boolean> {
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, { enterpriseTimeZone: 'UTC', enterpriseCountry: '', permissions } as Partial<Me> as Me);
  const match = { context: { queryClient }, location: { pathname: example(path), href: example(path) } };
  const guard = frame.options.beforeLoad as unknown as (given: typeof match) => Promise<unknown>;
  try {
    await guard(match);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

const setFlags = async (isOn: boolean) => {
  const environment = Object.fromEntries(Object.keys(bundledFlags).map((flag) => [flag, isOn]));
  vi.stubGlobal('fetch', async () => Response.json({ environment }));
  await loadAppConfig();
};

beforeEach(async () => {
  setToken('token');
  await setFlags(true);
});

test('MENU-047 each permission of a screen opens it, and all the others together do not', async () => {
  for (const { path, permissions } of framed) {
    for (const permission of permissions) expect([path, permission, await opens(path, [permission])]).toEqual([path, permission, true]);
    const others = allPermissions.filter((permission) => !permissions.includes(permission));
    expect([path, await opens(path, others)]).toEqual([path, permissions.length === 0]);
  }
});

test('SHELL-018 MENU-047 the marketplace opens with MARKET_PLACE.VIEW, and without it for nobody', async () => {
  const others = allPermissions.filter((permission) => permission !== 'MARKET_PLACE.VIEW');
  for (const path of ['/marketplace', '/marketplace/some-id'])
    expect([path, await opens(path, ['MARKET_PLACE.VIEW']), await opens(path, others)]).toEqual([path, true, false]);
});

test('MENU-047 the redirect, which stands outside of the frame, asks for the permission of rich cards itself', async () => {
  const opensRedirect = async (permissions: readonly Permission[]): Promise<boolean> => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(meQuery.queryKey, { enterpriseTimeZone: 'UTC', enterpriseCountry: '', permissions } as Partial<Me> as Me);
    const guard = redirect.options.beforeLoad as unknown as (given: object) => Promise<unknown>;
    try {
      await guard({ context: { queryClient }, location: { pathname: screens.thankYou.path, href: screens.thankYou.path } });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  };
  expect(await opensRedirect(['RICHCARDS.VIEW'])).toBe(true);
  expect(await opensRedirect(allPermissions.filter((permission) => permission !== 'RICHCARDS.VIEW'))).toBe(false);
});

test('a screen with a flag opens for nobody while the flag is off', async () => {
  await setFlags(false);
  expect(framed.filter(({ flag }) => flag !== undefined).length).toBeGreaterThan(5);
  for (const { path, flag } of framed) expect([path, await opens(path, allPermissions)]).toEqual([path, flag === undefined]);
});

test('each address of a screen has a page, also where the menu leads', () => {
  for (const { path, also = [], menu } of all)
    for (const address of [path, ...also, menu?.path ?? path]) {
      // `…/define-customer` and its like are areas: their pages lie below them.
      const pages = Object.values(router.routesById).filter(({ fullPath }) =>
        `${fullPath}/`.startsWith(`${address.replaceAll('*', '$channelId')}/`),
      );
      expect([address, pages.length > 0]).toEqual([address, true]);
    }
});

test('each page within the frame belongs to a screen of the table', () => {
  const pages = Object.values(router.routesById).filter(
    ({ id, fullPath, options }) => id.startsWith('/_frame/') && 'component' in options && options.component && !fullPath.endsWith('/$'),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter(({ fullPath }) => !inTable(fullPath)).map(({ fullPath }) => fullPath)).toEqual([]);
});

test('the longest address decides whose screen it is', () => {
  expect(inTable('/customer-master/definition/add')).toBe(screens.attributes);
  expect(inTable('/customer-master/define-customer/create')).toBe(screens.attributes);
  expect(inTable('/customer-master/')).toBe(screens.customers);
  expect(inTable('/admin/channels/1/sandbox')).toBe(screens.sandbox);
  expect(inTable('/admin/channels/1')).toBe(screens.channels);
  expect(inTable('/botsy')).toBeUndefined();
  expect(inTable('/admin')).toBeUndefined();
});
