import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { fieldOf, messageIn, openWaiting, say, test, waitingRow } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn } from './pages.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../docs/WIDGET.md'), 'utf8');
const blocks = [...guide.matchAll(/```(html|js)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({ kind, text }));
const stub = /<script>\n([\s\S]*?)<\/script>/.exec(blocks.find(({ kind }) => kind === 'html')?.text ?? '')?.[1] ?? '';
const example = blocks.find(({ kind, text }) => kind === 'js' && text.includes("parley('on', 'ready'"))?.text ?? '';
const serverExample = blocks.find(({ text }) => text.includes('signVisitor'))?.text ?? '';

type Site = { port: number; close: () => void };

/** A shop's own site of several pages. @param script of a page, by its path; it comes behind the stub of the guide */
async function openSite(baseURL: string, widgetKey: string, script: (url: URL) => string): Promise<Site> {
  const site = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (url.pathname === '/page.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(`${stub}\n${script(new URL(url.searchParams.get('of') ?? '/', 'http://site'))}`);
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${baseURL}; connect-src ${baseURL} ${baseURL.replace('http', 'ws')}; img-src ${baseURL} blob: data:`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Shop ${url.pathname}</title><main><h1>Shop</h1></main><script src="/page.js?of=${encodeURIComponent(request.url ?? '/')}"></script><script src="${baseURL}/widget.js" data-key="${widgetKey}" async></script></html>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()));
  return { port: (site.address() as AddressInfo).port, close: () => site.close() };
}

const sign = (secret: string, widgetKey: string, sub: string, name: string): string => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, name, aud: widgetKey, iat: now, exp: now + 300, jti: randomUUID() })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

/** An enterprise with a website, and its administrator in the console. */
async function openShop(browser: Browser, request: APIRequestContext) {
  const { email } = await makeEnterprise(request, `Website ${randomUUID().slice(0, 6)}`);
  const { page, problems } = await openPage(browser);
  const token = await signIn(page, email);
  const headers = { 'authentication-token': token };
  const made = await request.post('/e/enterprise/channels', {
    headers,
    data: {
      name: 'Shop',
      type: 12,
      data: { allowedDomains: ['127.0.0.1'], title: 'Ask the shop', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' },
    },
  });
  const { response: channel } = (await made.json()) as { response: { id: string; widgetKey: string } };
  return { page, problems, headers, channel };
}

const bubbleOf = (page: Page, text: string) => page.getByRole('button', { name: text });

test('a visitor who is signed in is known by name and greeted once on a page; a replay stays anonymous, and a reset ends them', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string;
  const { page: admin, headers, channel, problems } = await openShop(browser, request);
  await admin.goto(`/admin/channels/${channel.id}`);
  // The secret is made and a rule is written in the console.
  await admin.getByRole('button', { name: 'Make a secret' }).click();
  const told = admin.getByRole('dialog', { name: 'Identity secret' });
  const secret = ((await told.locator('pre').textContent()) ?? '').trim();
  await told.getByRole('button', { name: 'I have kept it' }).click();
  await expect(admin.getByText(`A secret that ends in ${secret.slice(-4)}`)).toBeVisible();
  await admin.getByRole('button', { name: 'Add a rule' }).first().click();
  const form = admin.getByRole('dialog', { name: 'Add a rule' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Price');
  await form.getByRole('textbox', { name: 'On the page' }).fill('/price*');
  await form.getByRole('textbox', { name: 'After seconds' }).fill('1');
  await form.getByRole('textbox', { name: 'Greeting' }).fill('Can I help with prices?');
  await expectAccessible(admin, 'form of a rule');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(admin.getByRole('row').filter({ hasText: 'Price' })).toContainText('/price*');
  await expectAccessible(admin, 'website of a channel');

  let token = sign(secret, channel.widgetKey, 'shop-7', 'Ravi Kumar');
  const site = await openSite(base, channel.widgetKey, ({ pathname }) =>
    pathname === '/out' ? '' : `parley('identify', ${JSON.stringify(token)});`,
  );
  const at = (where: string) => `http://127.0.0.1:${site.port}${where}`;
  const visitor = await openPage(browser);
  const { page } = visitor;
  await page.goto(at('/'));
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.goto(at('/price'));
  await expect(bubbleOf(page, 'Can I help with prices?')).toBeVisible();
  await expectAccessible(page, 'greeting beside the button');
  await bubbleOf(page, 'Can I help with prices?').click();
  await expect(messageIn(page, 'Can I help with prices?')).toBeVisible();
  await say(page, 'What does gold cost?');
  await expect(messageIn(page, 'What does gold cost?')).toBeVisible();
  await expect(page.getByRole('img', { name: /^(Sent|Read)$/ })).toBeVisible();
  expect(visitor.problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);

  // The agent sees who it is, and by which words the site spoke first.
  await admin.goto('/chat/conversation');
  await openWaiting(admin, 'a new chat');
  await expect(waitingRow(admin, 'What does gold cost?')).toContainText('Ravi Kumar');
  await waitingRow(admin, 'What does gold cost?')
    .getByRole('button', { name: /^Pickup/ })
    .click();
  await expect(admin.getByRole('complementary', { name: 'Customer', exact: true }).getByText('Can I help with prices?')).toBeVisible();
  const rules = (await (await request.get(`/e/enterprise/channels/${channel.id}/site_rules`, { headers })).json()) as {
    data: { counts: object }[];
  };
  expect(rules.data[0]?.counts).toEqual({ shown: 1, opened: 1, answered: 1 });

  // Somebody else sends the same statement: they are nobody, see nothing, and the console of the page says why.
  const thief = await openPage(browser);
  const warned = thief.page.waitForEvent('console', (message) => message.type() === 'warning' && message.text().includes('identify'));
  await thief.page.goto(at('/'));
  expect((await warned).text()).toBe('Parley chat: identify: The signed identity was used by another browser.');
  await thief.page.getByRole('button', { name: /^Open chat/ }).click();
  await expect(fieldOf(thief.page)).toBeVisible();
  await expect(messageIn(thief.page, 'What does gold cost?')).toHaveCount(0);

  // They sign out of the shop: nothing of the conversation is left in the browser, and the next person is another one.
  await page.goto(at('/out'));
  await expect(messageIn(page, 'What does gold cost?')).toBeVisible();
  const kept = (name: string) =>
    page.evaluate((end) => Object.entries(localStorage).find(([key]) => key.endsWith(end))?.[1] as string | undefined, `:${name}`);
  const before = await kept('visitor');
  await page.evaluate(() => (globalThis as unknown as { parley: (command: string) => void }).parley('reset'));
  await expect(messageIn(page, 'What does gold cost?')).toHaveCount(0);
  // The widget is open and begins anew at once, as somebody else.
  expect(await kept('visitor')).not.toBe(before);
  expect(await kept('user')).toBeUndefined();
  token = sign(secret, channel.widgetKey, 'shop-8', 'Mira Shah');
  await page.goto(at('/'));
  await page.getByRole('button', { name: /^Open chat/ }).click();
  await say(page, 'I am somebody else');
  await expect(page.getByRole('img', { name: /^(Sent|Read)$/ })).toBeVisible();
  await expect(messageIn(page, 'What does gold cost?')).toHaveCount(0);
  await openWaiting(admin, 'a new chat');
  await expect(waitingRow(admin, 'I am somebody else')).toContainText('Mira Shah');
  expect(problems).toEqual([]);
  site.close();
});

test('the examples of the guide run on a page, and its types are served', async ({ browser, baseURL, request }) => {
  const base = baseURL as string;
  expect([stub, example, serverExample].map((text) => text.length > 50)).toEqual([true, true, true]);
  const { channel } = await openShop(browser, request);
  const { signVisitor } = (await import(`data:text/javascript,${encodeURIComponent(serverExample)}`)) as {
    signVisitor: (user: object, keys: object) => string;
  };
  expect(signVisitor({ id: 'a', name: 'A' }, { secret: 's', widgetKey: channel.widgetKey }).split('.')).toHaveLength(3);
  const site = await openSite(base, channel.widgetKey, () => example);
  const { page, problems } = await openPage(browser);
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await expect(page.locator('body')).toHaveAttribute('data-chat', 'open');
  await expect(fieldOf(page)).toHaveValue('I have a question about my order');
  await page.evaluate(() => (globalThis as unknown as { parley: (...args: string[]) => void }).parley('language', 'hi'));
  await expect(page.getByRole('button', { name: 'भेजें' })).toBeVisible();
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  const types = await (await request.get('/widget/parley.d.ts')).text();
  for (const command of ['identify', 'reset', 'set', 'track', 'prefill', 'message', 'language']) expect(types).toContain(`'${command}'`);
  site.close();
});

test('a visitor fills in the form before the chat by keyboard, and the agent reads it', async ({ browser, baseURL, request }) => {
  const base = baseURL as string;
  const { page: admin, headers, channel, problems } = await openShop(browser, request);
  await admin.goto(`/admin/channels/${channel.id}`);
  const panel = admin.locator('section').filter({ has: admin.getByRole('heading', { name: 'Form before the chat' }) });
  await panel.getByRole('button', { name: 'Edit' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Form before the chat' });
  await dialog.getByRole('combobox', { name: 'When it is asked' }).click();
  await admin.getByRole('option', { name: 'Before each chat' }).click();
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await dialog.getByRole('group', { name: 'Field 1: Name' }).getByRole('switch', { name: 'Has to be filled in' }).click();
  await dialog.getByRole('textbox', { name: 'Text to agree to' }).fill('We keep your answers for a year.');
  await expectAccessible(admin, 'form before the chat, in its settings');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Name, has to be filled in')).toBeVisible();

  const site = await openSite(base, channel.widgetKey, () => '');
  const { page, problems: seen } = await openPage(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  const parts: string[] = [];
  page.on('request', (asked) => parts.push(new URL(asked.url()).pathname));
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await page.getByRole('button', { name: 'Open chat' }).press('Enter');
  const form = page.getByRole('form', { name: 'Before we begin' });
  const name = form.getByRole('textbox', { name: 'Your name' });
  await expect(name).toBeFocused();
  await expect(fieldOf(page)).toHaveCount(0);
  await expectAccessible(page, 'form before the chat');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Please fill this in.');
  await expect(name).toBeFocused();
  await page.keyboard.type('Ravi Kumar');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ravi@');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const email = form.getByRole('textbox', { name: 'E-mail address (optional)' });
  await expect(email).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('example.com');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  // The page is left and come back to: what was filled in is not asked again.
  await page.goto(`http://127.0.0.1:${site.port}/other`);
  await expect(fieldOf(page)).toBeVisible();
  await say(page, 'Where is my order?');
  await expect(messageIn(page, 'Where is my order?')).toBeVisible();
  await expect(page.getByRole('img', { name: /^(Sent|Read)$/ })).toBeVisible();
  expect(parts.some((path) => path.startsWith('/widget/parts/before-'))).toBe(true);
  expect(seen.filter((problem) => !problem.includes('favicon'))).toEqual([]);

  await admin.goto('/chat/conversation');
  await openWaiting(admin, 'a new chat');
  await expect(waitingRow(admin, 'Where is my order?')).toContainText('Ravi Kumar');
  await waitingRow(admin, 'Where is my order?')
    .getByRole('button', { name: /^Pickup/ })
    .click();
  await expect(admin.getByText('E-mail address: r…@example.com')).toBeVisible();
  await expect(admin.getByText('Agreed to: We keep your answers for a year.')).toBeVisible();
  await expect(admin.getByRole('complementary', { name: 'Customer', exact: true }).getByText('ravi@example.com').first()).toBeVisible();

  // A page that says its language before the widget is there is heard, and Urdu is drawn from the right.
  const urdu = await openSite(base, channel.widgetKey, () => "parley('language', 'ur');");
  const reader = await openPage(browser);
  await reader.page.goto(`http://127.0.0.1:${urdu.port}/`);
  await reader.page.getByRole('button', { name: 'چیٹ کھولیں' }).click();
  const asked = reader.page.getByRole('form', { name: 'شروع کرنے سے پہلے' });
  await expect(asked.getByRole('textbox', { name: 'آپ کا نام' })).toBeFocused();
  const [label, box] = [await asked.getByText('آپ کا نام').boundingBox(), await asked.boundingBox()];
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) - 40);
  urdu.close();

  // A website that asks nothing loads nothing of the form.
  await request.put(`/e/enterprise/channels/${channel.id}/site_form`, { headers, data: { when: 'never', version: 1 } });
  const other = await openPage(browser);
  const loaded: string[] = [];
  other.page.on('request', (asked) => loaded.push(new URL(asked.url()).pathname));
  await other.page.goto(`http://127.0.0.1:${site.port}/`);
  await other.page.getByRole('button', { name: 'Open chat' }).click();
  await expect(fieldOf(other.page)).toBeFocused();
  expect(loaded.filter((path) => path.includes('before-'))).toEqual([]);
  expect(problems).toEqual([]);
  site.close();
});
