import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints } from '@parley/contract';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { build } from 'vite';
import { addPublished } from '../apps/server/src/domains/journey/door.ts';
import settings from '../playwright.config.ts';
import { largeStream, nodeCount } from './canvas.document.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const keys = Number(process.env.BENCH_KEYS ?? 60);
const moveMs = 3000;
const rounds = 3;
/** Pause between the keys of a fast typist. */
const keyPauseMs = 120;

const style = path.join(import.meta.dirname, '../node_modules/@xyflow/react/dist/style.css');

/** The page that the designer is compared with, served by itself. */
async function servePlain() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-plain-'));
  const entry = path.join(import.meta.dirname, 'canvas.plain.ts');
  const outDir = path.join(folder, 'dist');
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: { outDir, emptyOutDir: true, lib: { entry, formats: ['es'], fileName: 'plain' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files: Record<string, { type: string; bytes: string | Buffer }> = {
    '/plain.js': { type: 'text/javascript', bytes: readFileSync(path.join(outDir, 'plain.js')) },
    '/plain.css': { type: 'text/css', bytes: readFileSync(style) },
    '/': {
      type: 'text/html',
      bytes:
        '<!doctype html><link rel="stylesheet" href="/plain.css"><style>body{margin:0}#root{height:100vh}</style><div id="root"></div><script type="module" src="/plain.js"></script>',
    },
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A stream of 500 nodes, and the address of its designer. @returns a new address for each visit */
async function addStream(world: World): Promise<() => Promise<string>> {
  const { ctx, channel, running } = world;
  const { token } = await world.makeAgent([1]);
  const id = crypto.randomUUID();
  const made = { name: 'Large', description: '', folder: '', document: { ...largeStream, id }, tests: [] };
  await ctx.transaction((tx) => addPublished(ctx, tx, made, { channelId: channel.id, kind: 'keyword', word: 'large' }));
  return async () => {
    const answer = await fetch(`${running.url}${endpoints.designer.access.path}?id=${id}`, { headers: { 'authentication-token': token } });
    const { data } = (await answer.json()) as { data: { accessId: string } };
    return `${running.url}/designer/view/${data.accessId}#journey/flows/${id}`;
  };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.locator('.react-flow__node').first().waitFor();
  return page;
}

/** Types into the field of that name, as one does. @returns milliseconds from each key to the paint that shows it */
async function typeKeys(page: Page, field: string): Promise<number[]> {
  await page.getByRole('textbox', { name: field, exact: true }).focus();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    addEventListener(
      'keydown',
      (event) => {
        const { timeStamp } = event;
        // A message that a frame's callbacks post is handled once the frame is on its way to the screen.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      true,
    );
  });
  for (let place = 0; place < keys; place += 1) {
    await page.keyboard.press('abcdefghij'[place % 10] as string);
    // A longer pause follows each tenth key, in which the check of the stream begins.
    await page.waitForTimeout(place % 10 === 9 ? keyPauseMs * 2.5 : keyPauseMs);
  }
  await page.waitForFunction((wanted) => (globalThis as unknown as { keyTimes: number[] }).keyTimes.length >= wanted, keys);
  return page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes);
}

/** Holds the mouse down at a place and goes round in circles. @returns frames a second */
async function framesAt(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => {
    const counted = { frames: 0, from: performance.now(), isOver: false };
    Object.assign(globalThis, { counted });
    const count = () => {
      counted.frames += 1;
      if (!counted.isOver) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const until = performance.now() + moveMs;
  for (let step = 1; performance.now() < until; step += 1)
    await page.mouse.move(x + Math.sin(step / 6) * 60, y + 60 - Math.cos(step / 6) * 60);
  const perSecond = await page.evaluate(() => {
    const { counted } = globalThis as unknown as { counted: { frames: number; from: number; isOver: boolean } };
    counted.isOver = true;
    return (counted.frames / (performance.now() - counted.from)) * 1000;
  });
  await page.mouse.up();
  return perSecond;
}

/** The middle of a node near the middle of the canvas, and a place where nothing stands. */
function placesOn(page: Page) {
  return page.evaluate(() => {
    const at = (x: number, y: number) => document.elementFromPoint(x, y);
    const pane = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, 0);
    const inside: { x: number; y: number }[] = [];
    for (let y = pane.top + pane.height * 0.3; y < pane.bottom - pane.height * 0.3; y += 3)
      for (let x = pane.left + pane.width * 0.3; x < pane.right - pane.width * 0.3; x += 3) inside.push({ x, y });
    const isCard = ({ x, y }: { x: number; y: number }) => {
      const found = at(x, y);
      return found?.closest('.react-flow__node') && !found.closest('.react-flow__handle, button, textarea');
    };
    return { card: inside.find(isCard), empty: inside.find(({ x, y }) => at(x, y)?.matches('.react-flow__pane')) };
  });
}

type Moves = { drag: number; pan: number; drawn: number };
async function measureMoves(page: Page): Promise<Moves> {
  const { card, empty } = await placesOn(page);
  if (!card || !empty) throw new Error('No node or no empty place was found on the canvas.');
  const pan = await framesAt(page, empty);
  const drag = await framesAt(page, (await placesOn(page)).card ?? card);
  return { drag, pan, drawn: await page.locator('.react-flow__node').count() };
}

/** The designer of a stream of 500 nodes (journeys.md 8): from a key to what it shows, and frames while a node or all of it moves. */
export async function benchCanvas(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http,realtime' });
  const plain = await servePlain();
  const { executablePath, args = [] } = settings.use?.launchOptions ?? {};
  // Code is optimized here, as it is in the browsers of people.
  const browser = await chromium.launch({ executablePath, args: args.filter((flag) => !flag.startsWith('--js-flags')) });
  try {
    const address = await addStream(world);
    const far = async () => {
      const page = await openPage(browser, await address());
      await expect(async () => {
        await page.getByRole('button', { name: 'Show all' }).click();
        expect(await page.locator('.react-flow__node').count()).toBe(nodeCount);
      }).toPass();
      return page;
    };
    const near = await openPage(browser, `${await address()}?nodeId=text0001`);
    const times = await typeKeys(near, 'Text');
    await near.close();
    const outline = await openPage(browser, `${await address()}?nodeId=text0001`);
    await outline.getByText('Outline', { exact: true }).click();
    await outline
      .getByRole('treeitem')
      .nth(nodeCount - 1)
      .waitFor();
    const timesOfOutline = await typeKeys(outline, 'Text');
    await outline.close();
    const whole = await far();
    await whole.locator('.react-flow__node[data-id=text0050]').click();
    const timesOfAll = await typeKeys(whole, 'Text');
    await whole.close();
    const moves: { ours: Moves; plain: Moves }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ours = await far();
      const measured = await measureMoves(ours);
      await ours.close();
      const reference = await openPage(browser, plain.url);
      moves.push({ ours: measured, plain: await measureMoves(reference) });
      await reference.close();
    }
    const keyFigure = (name: string, measured: readonly number[]): Figure => ({
      name,
      ours: `${median(measured).toFixed(0)} ms, p95 ${percentile(measured, 0.95).toFixed(0)} ms`,
      reference: '',
      ratio: Number.NaN,
      goal: 'median at most 100 ms',
      isMet: median(measured) <= 100,
    });
    const moveFigure = (name: string, kind: 'drag' | 'pan'): Figure => {
      const ratio = median(moves.map((one) => one.ours[kind] / one.plain[kind]));
      return {
        name,
        ours: `${median(moves.map(({ ours }) => ours[kind])).toFixed(1)} frames/s`,
        reference: `${median(moves.map((one) => one.plain[kind])).toFixed(1)}/s, ${nodeCount} plain nodes of xyflow`,
        ratio,
        goal: 'at least 0.5',
        isMet: ratio >= 0.5,
      };
    };
    return [
      keyFigure(`key to paint, ${nodeCount} nodes`, times),
      keyFigure('the same with all of them in sight', timesOfAll),
      keyFigure('the same beside the outline', timesOfOutline),
      moveFigure('drag a node with all of them in sight', 'drag'),
      moveFigure('pan with all of them in sight', 'pan'),
    ];
  } finally {
    await browser.close();
    plain.close();
    await world.stop();
  }
}
