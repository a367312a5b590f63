import { setTimeout as sleep } from 'node:timers/promises';
import { channelTypes, endpoints } from '@parley/contract';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createChannel } from '../apps/server/src/domains/channel/door.ts';
import { openAgent, openVisitor } from '../apps/server/test/sockets.ts';
import { noRelay, relaySecret, startRelay } from '../e2e/relay.ts';
import settings from '../playwright.config.ts';
import { keepAlive } from './chat.talk.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const calls = Number(process.env.BENCH_CALLS ?? 20);
const cuts = Number(process.env.BENCH_CUTS ?? 10);
const cutMs = 5000;
const relayPort = 3479;

/** Keeps the connections that a page makes. @param isRelayed they find no way but by a relay */
function keepConnections(isRelayed: boolean): void {
  const made: RTCPeerConnection[] = [];
  const Own = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Own {
    constructor(configuration?: RTCConfiguration) {
      super(isRelayed ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
      made.push(this);
    }
  };
  const countFrames = async () => {
    let frames = 0;
    for (const connection of made)
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'video') frames += report.framesDecoded ?? 0;
    return frames;
  };
  /** Resolves with the instant at which so many pictures of the other side are decoded more than now. */
  const seeFrames = async (more: number) => {
    const before = await countFrames();
    while ((await countFrames()) < before + more) await new Promise((resolve) => setTimeout(resolve, 10));
    return Date.now();
  };
  Object.assign(globalThis, { seeFrames });
}

const seeFrames = (page: Page, more = 1): Promise<number> =>
  page.evaluate((count) => (globalThis as unknown as { seeFrames: (count: number) => Promise<number> }).seeFrames(count), more);

/** Presses a button in the page. @returns the instant, by the page's clock */
const press = (page: Page, name: string): Promise<number> =>
  page.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => {
    const at = Date.now();
    button.click();
    return at;
  });

async function call(world: World, path: string, token: string, body: object): Promise<void> {
  const answer = await fetch(world.running.url + path, {
    method: 'POST',
    headers: { 'authentication-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { status, message } = (await answer.json()) as { status: boolean; message: string };
  if (!status) throw new Error(`${path}: ${message}`);
}

type Talk = { agent: Page; customers: BrowserContext; nextLink: () => Promise<string> };

/** Presses of the customer until both sides decode pictures of each other. @param between what is done while the call runs */
async function holdCalls(
  { agent, customers, nextLink }: Talk,
  count: number,
  between?: (both: Page[]) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < count; made += 1) {
    await agent.getByRole('button', { name: /^More/ }).first().click();
    await agent.getByRole('menuitem', { name: 'Video call' }).click();
    const dock = agent.getByRole('region', { name: /^Video call with/ });
    const link = await nextLink();
    await dock.getByText(/^Waiting for/).waitFor();
    const customer = await customers.newPage();
    await customer.goto(link);
    await customer.getByRole('button', { name: 'Join the call' }).waitFor();
    const seen = [seeFrames(agent), seeFrames(customer)];
    const pressedAt = await press(customer, 'Join the call');
    times.push(Math.max(...(await Promise.all(seen))) - pressedAt);
    await between?.([agent, customer]);
    await dock.getByRole('button', { name: 'End call' }).click();
    await dock.getByRole('button', { name: 'Close' }).click();
    await customer.close();
  }
  return times;
}

function toFigure(name: string, times: readonly number[], mostMs: number): Figure {
  const p95 = percentile(times, 0.95);
  return {
    name,
    ours: `median ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, of ${times.length}`,
    reference: '',
    ratio: Number.NaN,
    goal: `p95 at most ${mostMs} ms`,
    isMet: p95 <= mostMs,
  };
}

/** Video calls of two browsers with made-up cameras: until each sees the other, directly and by a relay, and again after the relay was cut off for 5 s. */
export async function benchCalls(): Promise<Figure[]> {
  if (noRelay !== '') throw new Error(noRelay);
  const world = await startWorld();
  const { relay, stop } = await startRelay(relayPort);
  const { executablePath, args = [] } = settings.use?.launchOptions ?? {};
  const browser = await chromium.launch({ executablePath, args: args.filter((flag) => !flag.startsWith('--js-flags')) });
  try {
    const { token } = await world.makeAgent([1, 3]);
    const relays = `turn:127.0.0.1:${relayPort}?transport=udp`;
    await call(world, endpoints.integrations.create.path, token, { name: 'Calls', authType: 3, kind: 'own', relays, secret: relaySecret });
    const data = { allowedDomains: [], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' as const, botId: '' };
    const channel = await createChannel(world.ctx, { name: 'Shop', type: channelTypes.WEB, isActive: true, data });
    const visitor = await openVisitor(world.running.url, channel.widgetKey);
    keepAlive(visitor.talker.socket);
    const { chatId } = await visitor.say('May I see it?');
    const socket = await openAgent(world.running.url, token);
    await socket.ask('agentPickupChat', { chatId });
    socket.close();
    const nextLink = async () => {
      const { entry } = await visitor.next('entry', (event) => /\/meet\/[a-z0-9]{19}/.test(event.entry.text));
      return world.running.url + (/\/meet\/[a-z0-9]{19}/.exec(entry.text)?.[0] ?? '');
    };
    const openDesk = async (isRelayed: boolean): Promise<Talk> => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
      await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
      const customers = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
      for (const one of [context, customers]) await one.addInitScript(keepConnections, isRelayed);
      const agent = await context.newPage();
      await agent.goto(`${world.running.url}/chat/conversation?chatId=${chatId}`);
      return { agent, customers, nextLink };
    };
    const direct = await openDesk(false);
    const directly = await holdCalls(direct, calls);
    await direct.agent.context().close();
    const relayed = await openDesk(true);
    const byRelay = await holdCalls(relayed, calls);
    const back: number[] = [];
    await holdCalls(relayed, 1, async (both) => {
      for (let cut = 0; cut < cuts; cut += 1) {
        await Promise.all(both.map((page) => seeFrames(page, 10)));
        relay.kill('SIGSTOP');
        await sleep(cutMs);
        // Pictures that wait in the relay's socket leave first: several more say that they flow again.
        const seen = both.map((page) => seeFrames(page, 5));
        const goesOnAt = Date.now();
        relay.kill('SIGCONT');
        back.push(Math.max(...(await Promise.all(seen))) - goesOnAt);
      }
    });
    visitor.close();
    return [
      toFigure('a video call: pressing "Join" until both sides see each other, directly', directly, 2000),
      toFigure('the same by a relay alone', byRelay, 4000),
      toFigure('a call by a relay that was cut off for 5 s, until both sides see each other again', back, 3000),
    ];
  } finally {
    await browser.close();
    await stop();
    await world.stop();
  }
}
