import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  test as playwrightTest,
  type Route,
} from '@playwright/test';
import type axe from 'axe-core';

/** The package's own source text is the long form of it. */
const checkerSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const password = 'Parley-demo-1';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export type Watched = { page: Page; problems: string[] };

/** Scripts that one journey added to an open page, to be removed after it. */
const additions = new Map<Page, Awaited<ReturnType<Page['addInitScript']>>[]>();
/** Pages that a journey has changed in ways that nobody takes back, such as touch: they end with it. */
const changed = new WeakSet<Page>();
/** Pages of finished journeys: a page in a new context costs twice the processor time, since it starts a process and compiles every script anew. */
const idle: Page[] = [];

/** Like Playwright's `test`; after each journey its pages end, so that none goes on listening beside the next one. */
export const test = playwrightTest.extend<{ endPages: undefined }>({
  endPages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of its first argument
    async ({}, use, info) => {
      await use(undefined);
      for (const page of additions.keys())
        await (info.status === info.expectedStatus && !changed.has(page) ? recycle(page) : page.context().close());
      additions.clear();
    },
    { auto: true },
  ],
});

/** Removes everything that a journey left in its page and its context, the cached scripts excepted. */
async function recycle(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const addition of additions.get(page) ?? []) await addition.dispose();
  page.removeAllListeners();
  await page.unrouteAll();
  await context.setOffline(false);
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  const { origin } = new URL(page.url());
  // A journey may end while its page goes to another address; a page without an origin has no storage.
  await expect(() =>
    page.evaluate(() => {
      try {
        sessionStorage.clear();
      } catch {}
    }),
  ).toPass();
  // Its own way to another address, when its session has just ended, would abort ours.
  await expect(() => page.goto('about:blank')).toPass();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,service_workers' });
  await session.detach();
  await context.clearCookies();
  idle.push(page);
}

async function addToPage<T>(page: Page, script: (value: T) => void, value: T): Promise<void> {
  const addition = await page.addInitScript(script as never, value);
  additions.get(page)?.push(addition);
}

/** A page that remembers every console error, uncaught exception and violation of the content security policy. */
export async function openPage(
  browser: Browser,
  { viewport = { width: 1280, height: 720 } }: Pick<BrowserContextOptions, 'viewport'> = {},
): Promise<Watched> {
  const page = idle.pop() ?? (await (await browser.newContext({ reducedMotion: 'reduce' })).newPage());
  additions.set(page, []);
  if (viewport) await page.setViewportSize(viewport);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await addToPage(
    page,
    () => addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)),
    undefined,
  );
  return { page, problems };
}

/** The browser's own protocol for a page. What it sets stays for as long as the page is there, so no other journey gets this page. */
export function openProtocol(page: Page): Promise<CDPSession> {
  changed.add(page);
  return page.context().newCDPSession(page);
}

/** Signs in by the call, as a test of something else should; the login screen has a journey of its own. */
export async function signIn(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/account/enterprise/login/twoFactorAuth', {
    form: { email, password, removeExistingSession: 'true' },
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  // Once, as a login does: a page that has lost its session and is loaded anew stays without it.
  await addToPage(
    page,
    (value) => {
      if (sessionStorage.getItem('signed-in') === value) return;
      sessionStorage.setItem('signed-in', value);
      localStorage.setItem('token', value);
    },
    token,
  );
  return token;
}

/** Opens another screen as a link does, without loading the console anew. It is there when this has resolved; what it asks the server for may be not. */
export async function visit(page: Page, path: string): Promise<void> {
  // Typing the address also opens the console, and not a call that has the same path.
  const answer = await page.request.get(path);
  expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
  await page.evaluate((address) => history.pushState({}, '', address), path);
  // The screen before stays until the new one is loaded; then the router has arrived at the address, which a redirect may have changed.
  await page.waitForFunction(() => {
    const { state } = (window as unknown as { __TSR_ROUTER__: { state: { status: string; resolvedLocation?: { href: string } } } })
      .__TSR_ROUTER__;
    return state.status === 'idle' && state.resolvedLocation?.href === location.pathname + location.search + location.hash;
  });
}

/** Waits until nothing on the page stands for what is still to come. */
export async function expectLoaded(page: Page): Promise<void> {
  const main = page.locator('main');
  await expect(main.first()).toBeVisible();
  await expect(main.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

/** Runs in the page: waits until it is drawn in its new colours. Some parts fade into them; bars of time and what turns for ever are not waited for. */
async function settleColours(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const fading = document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().endTime) <= 2000);
  await Promise.allSettled(fading.map(({ finished }) => finished));
}

type Finding = { id: string; impact: string; nodes: { target: string; message: string }[] };

/** The scheme in which a page was left: to change it draws everything anew, so each look ends in the other one. */
const schemes = new WeakMap<Page, 'light' | 'dark'>();

/**
 * Looks at the page in both colour schemes: with every rule in the one it is in; in the other, where nothing but colours differs, at contrast.
 * @param within a selector: only that part is looked at, which is much faster where the rest was looked at before
 */
export async function expectAccessible(page: Page, where: string, within?: string): Promise<void> {
  const found: string[] = [];
  const first = schemes.get(page) ?? 'light';
  for (const colorScheme of [first, first === 'light' ? 'dark' : 'light'] as const) {
    if (colorScheme !== first) await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    schemes.set(page, colorScheme);
    await page.evaluate(settleColours);
    // The checker is put into the page once; a page that is loaded anew has lost it.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${checkerSource}; undefined`);
    const findings = await page.evaluate(
      async ({ part, runOnly }): Promise<Finding[]> => {
        const checker = (window as unknown as { axe: typeof axe }).axe;
        const context = part ? { include: [part] } : document;
        const { violations } = await checker.run(context, { runOnly, resultTypes: ['violations'] });
        return violations.map(({ id, impact, nodes }) => ({
          id,
          impact: String(impact),
          nodes: nodes.map(({ target, any }) => ({ target: target.join(' '), message: any[0]?.message ?? '' })),
        }));
      },
      { part: within, runOnly: colorScheme === first ? rules : ['color-contrast'] },
    );
    for (const { id, impact, nodes } of findings)
      found.push(`${where}, ${colorScheme}: ${id} (${impact}) ${nodes.map(({ target, message }) => `${target} ${message}`).join(', ')}`);
  }
  expect(found).toEqual([]);
}

/**
 * Changes what the server answers to reads of an address. Whoever asked may be gone before the answer is there, be it a read that the console
 * takes back or a page that its journey has closed: then nobody is answered.
 */
export async function answerOtherwise<T>(page: Page, url: string | RegExp, change: (data: T) => unknown): Promise<void> {
  const answer = async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: T };
    await route.fulfill({ response, json: { ...body, data: change(body.data) } });
  };
  await page.route(url, (route) => answer(route).catch(() => undefined));
}

/** Follows a download as a person does. @returns the text of the file, which is a table and no refusal */
export async function downloadTable(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.split('\r\n')[0]).toMatch(/^\ufeff?"?[^{}]+"?,/);
  return text;
}

/** Nothing scrolls sideways on a phone. @param part of the page, where one scrolls by itself */
export async function expectFits(page: Page, part = page.locator('html')): Promise<void> {
  // A page that has just been made narrow is laid out a moment later.
  await expect.poll(() => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  // The text that a list shows instead of rows is readable without scrolling its columns.
  for (const words of await part.locator('[data-instead-of-rows]').all())
    expect(await words.evaluate((element) => element.getBoundingClientRect().right <= innerWidth), page.url()).toBe(true);
}

/** No column of a list is scrolled out of sight, or lies under the pinned actions. For the width of a desk only. */
export async function expectColumnsInSight(page: Page): Promise<void> {
  // Those of charts, which stand for them where nobody sees, have no name of their own.
  for (const table of await page.locator('table[aria-label]').all()) {
    const hidden = await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
    expect(hidden, `${page.url()}: ${await table.getAttribute('aria-label')}`).toBeLessThanOrEqual(0);
  }
}
