import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

export const password = 'Parley-demo-1';
export const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export type Watched = { page: Page; problems: string[] };

/** The recorder of traces reads pictures out of the page by itself, which the page's policy refuses: no fault of the page. */
const ofRecorder = /^Connecting to 'blob:|^policy: connect-src blob/;

/** A page that remembers every console error, uncaught exception and violation of the content security policy. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !ofRecorder.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  return { page, problems };
}

/** Signs in by the call, as a test of something else should; the login screen has a journey of its own. */
export async function signIn(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/account/enterprise/login/twoFactorAuth', {
    form: { email, password, removeExistingSession: 'true' },
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  return token;
}

/** @param within a selector: only that part is looked at, which is much faster where the rest was looked at before */
export async function expectAccessible(page: Page, where: string, within?: string): Promise<void> {
  // No screen has frames, so the page is looked at without a second one to put frames together; and what passes is not described.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ runOnly: tags, resultTypes: ['violations'] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const found = violations.map(
    (violation) =>
      `${where}: ${violation.id} (${violation.impact}) ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(', ')}`,
  );
  expect(found).toEqual([]);
}

/** Nothing scrolls sideways on a phone. @param part of the page, where one scrolls by itself */
export async function expectFits(page: Page, part = page.locator('html')): Promise<void> {
  expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
}
