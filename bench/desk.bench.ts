import { setTimeout as sleep } from 'node:timers/promises';
import { channelTypes } from '@parley/contract';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { createChannel } from '../apps/server/src/domains/channel/door.ts';
import { openAgent, openVisitor } from '../apps/server/test/sockets.ts';
import settings from '../playwright.config.ts';
import { addActions, addChats, makePlace, type Place } from './inbox.rows.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const presses = Number(process.env.BENCH_PRESSES ?? 200);
const visits = 20;
const messagesInMemory = Number(process.env.BENCH_MEMORY_MESSAGES ?? 10_000);
const talkers = 20;
const missed = 200;

/** The clock of a page, in the page. */
type Timed = { chatId: string; ms: number };
type Bench = { opened: Timed[]; keys: number[]; painted: Record<string, number> };

/** Watches a page: rows that are pressed until the composer takes a key, keys until they are painted, and messages until they are. */
function watchDesk(): void {
  const bench: Bench = { opened: [], keys: [], painted: {} };
  Object.assign(globalThis, { bench });
  // A message that a frame's callbacks post is handled once the frame is on its way to the screen.
  const afterPaint = (run: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = run;
      port2.postMessage(null);
    });
  addEventListener(
    'pointerdown',
    (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-chat]') : null;
      if (!row) return;
      const { timeStamp } = event;
      const chatId = row.dataset.chat ?? '';
      const name = row.dataset.name ?? '';
      const look = () => {
        const field = document.querySelector<HTMLTextAreaElement>(`form textarea[aria-label="Reply to ${name}"]`);
        // The composer is that of this chat, its thread is drawn, and a key would go into it.
        const isReady = field && !field.disabled && document.activeElement === field && document.querySelector('[role=log] [data-side]');
        if (isReady) afterPaint(() => bench.opened.push({ chatId, ms: performance.now() - timeStamp }));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
  addEventListener('keydown', ({ timeStamp }) => afterPaint(() => bench.keys.push(performance.now() - timeStamp)), true);
  const watch = new MutationObserver((changes) => {
    const texts = changes
      .flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]))
      .map(({ textContent }) => textContent ?? '');
    for (const text of texts)
      for (const [word] of text.matchAll(/timed-\d+/g))
        if (!(word in bench.painted)) {
          bench.painted[word] = 0;
          afterPaint(() => {
            bench.painted[word] = Date.now();
          });
        }
  });
  const begin = () => watch.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  if (document.documentElement) begin();
  else addEventListener('DOMContentLoaded', begin);
}

const read = (page: Page): Promise<Bench> => page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench);

async function openDesk(browser: Browser, world: World, { token }: Place, chatId = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
  await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
  await context.addInitScript(watchDesk);
  const page = await context.newPage();
  await page.goto(`${world.running.url}/chat/conversation${chatId && `?chatId=${chatId}`}`);
  return page;
}

/** Rows of chats as they stand in the list, each with the name of its customer for the watcher. */
async function nameRows(page: Page): Promise<string[]> {
  await page.locator('[data-chat]').first().waitFor();
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-chat]')].map((row) => {
      row.dataset.name = /Customer <\d+>/.exec(row.textContent ?? '')?.[0] ?? '';
      return row.dataset.chat ?? '';
    }),
  );
}

/** Presses rows one after the other. @returns milliseconds until the composer of each took a key */
async function pressRows(page: Page, chatIds: readonly string[]): Promise<number[]> {
  for (const chatId of chatIds) {
    await nameRows(page);
    const { opened } = await read(page);
    await page.locator(`[data-chat="${chatId}"]`).click();
    await page.waitForFunction((count) => (globalThis as unknown as { bench: Bench }).bench.opened.length > count, opened.length);
  }
  return (await read(page)).opened.slice(-chatIds.length).map(({ ms }) => ms);
}

type Crowd = { say: (place: number, text: string) => void; close: () => void };

/** Visitors whose chats the agent has picked up, who write when they are told to. */
async function gather(world: World, { enterpriseId, token }: Place): Promise<Crowd> {
  const { url, deps } = world.running;
  const data = { allowedDomains: [], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue', botId: '' } as const;
  const channel = await createChannel(enterpriseContext(deps, enterpriseId), {
    ...{ name: 'Talk', type: channelTypes.WEB, isActive: true },
    data: { ...data, allowedDomains: [] },
  });
  const agent = await openAgent(url, token);
  const visitors = await Promise.all(Array.from({ length: talkers }, () => openVisitor(url, channel.widgetKey)));
  for (const visitor of visitors) {
    const { chatId } = await visitor.say('Hello');
    await agent.ask('agentPickupChat', { chatId });
    visitor.talker.socket.removeAllListeners('message');
  }
  agent.close();
  return {
    say: (place, text) =>
      visitors[place % talkers]?.talker.socket.send(JSON.stringify({ type: 'send', data: { key: crypto.randomUUID(), text } })),
    close: () => {
      for (const visitor of visitors) visitor.close();
    },
  };
}

const figureOf = (name: string, values: readonly number[], goalMs: number, of = percentile(values, 0.95)): Figure => ({
  name,
  ours: `median ${median(values).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms, of ${values.length}`,
  reference: '',
  ratio: Number.NaN,
  goal: `p95 at most ${goalMs} ms`,
  isMet: of <= goalMs,
});

/** Rows that are pressed for the first time, and again beside each other, with forty chats of which one has 5,000 messages. */
async function measureRows(browser: Browser, world: World, owner: pg.Client): Promise<Figure[]> {
  const place = await makePlace(world, owner);
  await allowChats(world, place);
  await addChats(owner, place, 40, 'own');
  await addActions(owner, place, { perChat: 20, long: 5_000 });
  const cold: number[] = [];
  const again: number[] = [];
  while (cold.length < presses) {
    const page = await openDesk(browser, world, place);
    const ids = await nameRows(page);
    cold.push(...(await pressRows(page, ids)));
    // The last one is open already.
    again.push(...(await pressRows(page, ids.toReversed().slice(1))));
    await page.context().close();
  }
  return [
    figureOf('row pressed to composer with the thread, a chat opened before', again, 50),
    figureOf('the same for the first time, 40 chats, one of 5,000 messages', cold, 100),
  ];
}

/** A tab that is opened on a chat, until a key goes into its composer. */
async function measureTabs(browser: Browser, world: World, owner: pg.Client): Promise<Figure> {
  const place = await makePlace(world, owner);
  await allowChats(world, place);
  await addChats(owner, place, 40, 'own');
  await addActions(owner, place, { perChat: 20, long: 20 });
  const { rows } = await owner.query<{ id: string }>('select chat_id as id from chats where enterprise_id = $1 limit 1', [
    place.enterpriseId,
  ]);
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await openDesk(browser, world, place, rows[0]?.id);
    await page.waitForFunction(() => document.querySelector('form textarea[aria-label^="Reply to"]'));
    times.push(await page.evaluate(() => performance.now()));
    await page.context().close();
  }
  return figureOf('a new tab until its composer is there', times, 1500);
}

async function allowChats(world: World, { enterpriseId }: Place): Promise<void> {
  await enterpriseContext(world.running.deps, enterpriseId).transaction((tx) =>
    tx
      .insertInto('chatSettings')
      .values({ enterpriseId, settingsNo: 1, deptId: null, own: JSON.stringify({ maxOpenChats: 200 }) })
      .execute(),
  );
}

/** A desk of 500 chats at which twenty messages a second arrive: keys, messages on the screen, the line that goes, and memory. */
async function measureCrowd(browser: Browser, world: World, owner: pg.Client): Promise<Figure[]> {
  const place = await makePlace(world, owner);
  await allowChats(world, place);
  const crowd = await gather(world, place);
  await addChats(owner, place, 500 - talkers, 'own');
  const page = await openDesk(browser, world, place);
  await page.locator('[data-chat]').first().click();
  await page.locator('form textarea[aria-label^="Reply to"]').first().focus();
  let sent = 0;
  const sentAt = new Map<string, number>();
  const sayOne = () => {
    sent += 1;
    const word = `timed-${sent}`;
    sentAt.set(word, Date.now());
    crowd.say(sent, word);
  };
  const pulse = setInterval(sayOne, 50);
  for (let key = 0; key < presses; key += 1) {
    await page.keyboard.press('abcdefghij'[key % 10] as string);
    await sleep(60);
  }
  clearInterval(pulse);
  const { keys } = await read(page);
  await page.waitForFunction((word) => (globalThis as unknown as { bench: Bench }).bench.painted[word], `timed-${sent}`);
  const { painted } = await read(page);
  const seen = [...sentAt].flatMap(([word, at]) => (painted[word] ? [painted[word] - at] : []));

  await page.context().setOffline(true);
  await page
    .getByText(/^Network is offline/)
    .first()
    .waitFor();
  for (let count = 0; count < missed; count += 1) sayOne();
  // They lie on the server before the line is back: the look is for the catching up alone.
  await waitForStored(owner, place, `timed-${sent}`);
  const before = Date.now();
  await page.context().setOffline(false);
  await page.waitForFunction((word) => (globalThis as unknown as { bench: Bench }).bench.painted[word], `timed-${sent}`);
  const back = ((await read(page)).painted[`timed-${sent}`] ?? 0) - before;

  for (let count = 0; count < messagesInMemory; count += 1) {
    sayOne();
    if (count % 10 === 9) await sleep(20);
  }
  await waitForStored(owner, place, `timed-${sent}`);
  await page.waitForFunction((word) => (globalThis as unknown as { bench: Bench }).bench.painted[word], `timed-${sent}`, {
    timeout: 120_000,
  });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  crowd.close();
  await page.context().close();
  return [
    figureOf('key to paint, 500 chats, 20 messages/s', keys, 32),
    figureOf('a message of a visitor until it is painted', seen, 60),
    {
      ...figureOf(`the line is back until the last of ${missed} missed messages is painted`, [back], 1000),
      ours: `${back} ms`,
      goal: 'at most 1,000 ms',
    },
    {
      name: `heap with 500 chats after ${messagesInMemory.toLocaleString('en')} messages`,
      ours: `${(usedSize / 2 ** 20).toFixed(0)} MiB`,
      reference: '',
      ratio: Number.NaN,
      goal: 'at most 150 MB',
      isMet: usedSize <= 150e6,
    },
  ];
}

async function waitForStored(owner: pg.Client, { enterpriseId }: Place, word: string): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query('select from chat_actions where enterprise_id = $1 and message = $2 limit 1', [
      enterpriseId,
      word,
    ]);
    if (rowCount) return;
    await sleep(20);
  }
}

/** An agent's screen as a browser draws it (live-chat figures): rows, tabs, keys, messages, the line that comes back, and memory. */
export async function benchDesk(): Promise<Figure[]> {
  const world = await startWorld();
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { executablePath, args = [] } = settings.use?.launchOptions ?? {};
  // Code is optimized here, as it is in the browsers of people.
  const browser = await chromium.launch({ executablePath, args: args.filter((flag) => !flag.startsWith('--js-flags')) });
  try {
    return [
      ...(await measureRows(browser, world, owner)),
      await measureTabs(browser, world, owner),
      ...(await measureCrowd(browser, world, owner)),
    ];
  } finally {
    await browser.close();
    await owner.end();
    await world.stop();
  }
}
