/**
 * Takes the pictures of the README from a running demo: `npm start`, then `node scripts/pictures.ts [address] [picture ...]`.
 * It needs a fresh demo enterprise, since it writes to customers and sends a broadcast in the sandbox.
 */
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openTryIt } from '../e2e/bots.ts';
import { findBrowsers } from '../e2e/browser.ts';
import { goOnline, messageIn, openWidget, pickUp, say } from '../e2e/chats.ts';
import { signIn } from '../e2e/pages.ts';

const [baseURL = 'http://127.0.0.1:3000', ...wanted] = process.argv.slice(2);
const images = path.join(import.meta.dirname, '../docs/images');

async function open(browser: Browser, email?: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    bypassCSP: true, // needed by the style that save adds
    ...options,
  });
  const page = await context.newPage();
  if (email) await signIn(page, email);
  return page;
}

async function save(page: Page, name: string): Promise<void> {
  await page.mouse.move(720, 899);
  // Toasts tell of the way here, which is not what the picture is of.
  await page.addStyleTag({ content: '.mantine-Notifications-root { display: none }' });
  const info = await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(images, `${name}.webp`));
  console.log(`${name}: ${Math.round(info.size / 1000)} kB`);
}

/** Questions that the demo's customers ask while the pictures are taken. */
const waiting = ['Is the blue lamp back in stock?', 'My parcel arrived without the invoice. Could you send it again?'] as const;

async function takeConversation(browser: Browser): Promise<void> {
  for (const question of waiting) {
    const other = await open(browser);
    await other.goto('/demo');
    await openWidget(other);
    await say(other, 'I want an agent');
    await expect(messageIn(other, 'I will get a colleague for you.')).toBeVisible();
    await say(other, question);
  }
  const visitor = await open(browser);
  await visitor.goto('/demo');
  await openWidget(visitor);
  await say(visitor, 'When are you open?');
  await expect(visitor.getByText('Monday to Saturday, 9:00 to 18:00')).toBeVisible();
  await say(visitor, 'I want an agent');
  await expect(messageIn(visitor, 'I will get a colleague for you.')).toBeVisible();
  await say(visitor, 'My order A-1042 should have come on Friday.');
  const agent = await open(browser, 'agent@demo.example');
  await agent.goto('/chat/conversation');
  await goOnline(agent);
  for (const subject of [...waiting, 'My order A-1042 should have come on Friday.']) await pickUp(agent, subject);
  await say(agent, 'Hello, this is Nina. I am looking it up for you.');
  await expect(visitor.getByText('Hello, this is Nina. I am looking it up for you.')).toBeVisible();
  await say(visitor, 'Thank you! It is a present for Sunday.');
  await expect(messageIn(agent, 'Thank you! It is a present for Sunday.')).toBeVisible();
  await say(agent, 'It left the store this morning and is with you *tomorrow before noon*.');
  await expect(visitor.getByText('tomorrow before noon')).toBeVisible();
  const customer = agent.getByRole('complementary', { name: 'Customer' });
  await customer.getByRole('button', { name: 'Edit' }).click();
  await customer.getByRole('textbox', { name: 'Name' }).fill('Leela Menon');
  await customer.getByRole('button', { name: 'Save' }).click();
  await expect(agent.getByRole('textbox', { name: 'Reply to Leela Menon' })).toBeVisible();
  await save(agent, 'conversation');
}

async function takePhoneBook(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/customer-master/customers');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await save(page, 'phone-book');
}

async function takeBot(browser: Browser): Promise<void> {
  const page = await open(browser, 'developer@demo.example', { colorScheme: 'dark' });
  await page.goto('/bots');
  await page.getByRole('link', { name: 'Shop assistant' }).click();
  await expect(page.getByText('Trained', { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Open Orders' }).click();
  await page
    .getByRole('list', { name: /Orders/ })
    .getByRole('button')
    .first()
    .click();
  const { panel, log, ask } = await openTryIt(page);
  await panel.getByRole('switch', { name: 'Details' }).click();
  await ask('wheres my pacel, it should be here by now');
  await expect(log.getByText('You find the tracking link')).toBeVisible();
  await save(page, 'bot');
}

async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option }).first().click();
}

async function takeBroadcast(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/campaigns/broadcast/create');
  await choose(page, 'Choose Channel', 'Demo shop WhatsApp');
  await choose(page, 'Choose Template', 'weekend_offer');
  await choose(page, /^Source of Body/, 'Column');
  await choose(page, /^Value of Body/, 'Name');
  await page.getByRole('textbox', { name: 'Value of Code' }).fill('WEEKEND10');
  await choose(page, 'Groups', /^Loyalty club/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'weekend_offer' }).first().click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('In flight 0')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await save(page, 'broadcast');
}

async function takeTemplate(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/admin/messageTemplate/whatsapp');
  await page.getByRole('link', { name: 'order_update' }).click();
  await expect(page.getByText('has left our store').first()).toBeVisible();
  await save(page, 'template');
}

/** A stream in its designer. */
async function takeStreams(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/journey/workspace');
  await page.getByRole('link', { name: 'Open designer: Loan in four questions' }).click();
  await expect(page.frameLocator('iframe').locator('.react-flow__node').nth(3)).toBeVisible();
  await save(page, 'stream');
}

async function takeCampaign(browser: Browser): Promise<void> {
  const page = await open(browser, 'checker@demo.example');
  await page.goto('/campaigns/activity-list');
  await page.getByRole('link', { name: 'Orders on their way' }).first().click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await save(page, 'campaign');
}

/** Chats as they stand, while the demo moves. */
async function takeMonitor(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/chat/monitor?tab=chats');
  await expect(page.getByRole('table', { name: 'Chats' }).getByRole('row').nth(4)).toBeVisible({ timeout: 120_000 });
  await save(page, 'monitor');
}

async function takeReport(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/chat/analytics');
  await expect(page.getByRole('table', { name: 'Agents' })).toBeVisible();
  await save(page, 'report');
}

/** Answers of people at the page of the encap, which its figures count; the last one opens it and writes nothing. */
const counter = [['9'], ['10'], ['6', 'The queue was long'], ['7'], []] as const;

async function takeEncap(browser: Browser): Promise<void> {
  const page = await open(browser, 'admin@demo.example');
  await page.goto('/encaps');
  await page.getByRole('link', { name: 'Survey at the counter' }).first().click();
  await expect(page.getByRole('heading', { name: 'Survey at the counter' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const encapId = new URL(page.url()).pathname.split('/').at(-1);
  const launches = await page.request.get(`/e/enterprise/campaigns/${encapId}/instances`, { headers: { 'authentication-token': token } });
  const [launch] = ((await launches.json()) as { data: { instances: { openUrl: string }[] } }).data.instances;
  for (const answers of counter) {
    const { request } = await browser.newContext({ baseURL });
    const begun = await request.post(new URL(launch?.openUrl ?? '').pathname, { form: { act: 'begin' } });
    for (const words of answers) await request.post(new URL(begun.url()).pathname, { form: { act: 'say', words, key: '' } });
  }
  await page.reload();
  await expect(page.getByText(/^5 launched/)).toBeVisible();
  await save(page, 'encap');
}

const browser = await chromium.launch({ executablePath: findBrowsers().whole, args: ['--no-sandbox', '--disable-gpu'] });
const pictures = {
  'phone-book': takePhoneBook,
  conversation: takeConversation,
  bot: takeBot,
  broadcast: takeBroadcast,
  template: takeTemplate,
  stream: takeStreams,
  campaign: takeCampaign,
  monitor: takeMonitor,
  report: takeReport,
  encap: takeEncap,
};
try {
  for (const [name, take] of Object.entries(pictures)) if (wanted.length === 0 || wanted.includes(name)) await take(browser);
} finally {
  await browser.close();
}
