import { endpoints } from '@parley/contract';
import { type APIRequestContext, type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { findMailLink } from './enterprise.ts';
import { hostPage } from './host-page.ts';
import { openPage, test as pagesTest, password, signIn, type Watched } from './pages.ts';

/** The visitor's field and the agent's. */
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^(Write|Reply) to|^Write a message/ });

export async function say(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Enter');
}

/** A message in the thread; the list of chats shows the newest one as well. */
export const messageIn = (page: Page, text: string | RegExp) => page.getByRole('log').getByText(text, { exact: true });

export async function openWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open chat/ }).click();
  await expect(fieldOf(page)).toBeVisible();
}

export async function visitDemo(browser: Browser, options?: BrowserContextOptions): Promise<Watched> {
  const visitor = await openPage(browser, options);
  await visitor.page.goto('/demo');
  await openWidget(visitor.page);
  return visitor;
}

/** A visitor on somebody else's page, with the widget of the key open. */
export async function visitSite(browser: Browser, baseURL: string, widgetKey: string): Promise<{ visitor: Watched; close: () => void }> {
  const { port, close } = await hostPage(baseURL, widgetKey);
  const visitor = await openPage(browser);
  await visitor.page.goto(`http://127.0.0.1:${port}/`);
  await openWidget(visitor.page);
  return { visitor, close };
}

/** The visitor asks for a person, and then says something by which the waiting chat is known. */
export async function waitInQueue(page: Page, subject: string): Promise<void> {
  await say(page, 'I want an agent');
  await expect(messageIn(page, 'I will get a colleague for you.')).toBeVisible();
  await say(page, subject);
  await expect(messageIn(page, subject)).toBeVisible();
  // It stands there before the server has it.
  await expect(page.getByRole('img', { name: /^(Waiting for connection|Sending)$/ })).toHaveCount(0);
}

export type Agent = Watched & { token: string; name: string };

async function openDesk(browser: Browser, [email, name]: Who): Promise<Agent> {
  const agent = await openPage(browser);
  const token = await signIn(agent.page, email);
  await agent.page.goto('/chat/conversation');
  await expect(agent.page.getByRole('region', { name: 'Chats', exact: true })).toBeVisible();
  return { ...agent, token, name };
}

/** Tells that chats may come to the agent; colleagues read it where they choose one. */
export async function goOnline(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^My status:/ }).click();
  await page.getByRole('menuitem', { name: 'Online' }).click();
  await expect(page.getByRole('button', { name: 'My status: Online' })).toBeVisible();
}

/** Opens the list of the waiting chats of a kind; the bell says first that somebody waits. */
export async function openWaiting(page: Page, kind: 'a new chat' | 'a transferred chat' | 'an invitation'): Promise<void> {
  await page.getByRole('button', { name: /^Chat notifications, \d+ chats? waiting/ }).click();
  await page.getByRole('menuitem', { name: `Choose ${kind}` }).click();
  await expect(page.getByRole('dialog', { name: 'Chat Notification' })).toBeVisible();
}

/** Somebody who handles chats, invited and accepted by calls, at their desk. */
export async function openAgent(
  browser: Browser,
  request: APIRequestContext,
  headers: Record<string, string>,
  email: string,
  name: string,
  departments: readonly string[] = [],
): Promise<Page> {
  const invited = await request.post(endpoints.invitations.invite.path, {
    headers,
    data: { emailId: [email], roles: [3], departments },
  });
  expect(invited.ok(), await invited.text()).toBe(true);
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await page.goto(await findMailLink(request, email));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Your account is ready. Please sign in.')).toBeVisible();
  await signIn(page, email);
  await page.goto('/chat/conversation');
  await goOnline(page);
  return page;
}

export const waitingRow = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject });

/** Picks up the waiting chat that is about the subject, and none that another journey left behind. */
export async function pickUp(page: Page, subject: string): Promise<void> {
  // The list shows what was said last when it was opened; what a visitor says meanwhile is there when it is opened anew.
  await expect(async () => {
    await openWaiting(page, 'a new chat');
    try {
      await waitingRow(page, subject)
        .last()
        .getByRole('button', { name: /^Pickup/ })
        .click({ timeout: 10_000 });
    } catch (error) {
      await page.keyboard.press('Escape');
      throw error;
    }
  }).toPass();
  await expect(messageIn(page, subject)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Ends every chat of the agent, so that the next journey begins at an empty desk. */
async function clearDesk({ page, token }: Agent): Promise<void> {
  const headers = { 'authentication-token': token };
  const answer = await page.request.get('/e/enterprise/chat/summary?perPage=-1', { headers });
  const { data } = (await answer.json()) as { data: { chatId: string; state: number }[] };
  for (const { chatId } of data) await page.request.post(`/e/enterprise/chat/${chatId}/close`, { headers });
}

type Who = readonly [email: string, name: string];
export const nina: Who = ['agent@demo.example', 'Nina Kapoor'];
export const omar: Who = ['agent2@demo.example', 'Omar Khan'];

type Meeting = { agent: Agent; page: Page; visitor: Watched };
type Desks = {
  open: (who: Who) => Promise<Agent>;
  /** Nina's desk, and a visitor whose chat she has picked up: it is about the subject. @property page the desk's */
  meet: (subject: string) => Promise<Meeting>;
};

/** Journeys at the desks of the demo's agents. Each begins with the desks that it opens, and leaves them empty. */
export const test = pagesTest.extend<{ desks: Desks }>({
  // It names `endPages`, since the desks are cleared while their pages are still there.
  desks: async ({ browser, endPages: _ }, use) => {
    const opened: Agent[] = [];
    const open = async (who: Who) => {
      const agent = await openDesk(browser, who);
      opened.push(agent);
      return agent;
    };
    const meet = async (subject: string) => {
      const agent = await open(nina);
      const visitor = await visitDemo(browser);
      await waitInQueue(visitor.page, subject);
      await pickUp(agent.page, subject);
      return { agent, page: agent.page, visitor };
    };
    await use({ open, meet });
    for (const agent of opened) await clearDesk(agent);
  },
});
