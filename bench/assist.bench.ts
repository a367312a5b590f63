import { channelTypes, endpoints } from '@parley/contract';
import { chromium, type Page } from '@playwright/test';
import { createChannel } from '../apps/server/src/domains/channel/door.ts';
import { openAgent, openVisitor } from '../apps/server/test/sockets.ts';
import settings from '../playwright.config.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const messages = Number(process.env.BENCH_ASSISTED ?? 200);
const things = ['kettle', 'toaster', 'lamp', 'mixer', 'oven', 'grill', 'fan', 'iron', 'heater', 'fridge'];
const facts = ['warranty', 'price', 'weight', 'colour', 'delivery', 'repair', 'return', 'cable', 'manual', 'energy'];

/** A bot of a usual size: 100 passages and 20 intents of eight phrases. @returns its id */
async function makeBot({ running }: World, token: string): Promise<string> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${running.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'authentication-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { status, data, message } = (await answer.json()) as { status: boolean; data: { id: string; phase?: string }; message: string };
    if (!status) throw new Error(`${path}: ${message}`);
    return data;
  };
  const { id: agentId } = await call(endpoints.bots.save.path, { name: 'Seller', description: 'Sells', type: 'nlp' });
  for (const thing of things) {
    const text = facts.map((fact) => `The ${fact} of the ${thing} is told on page ${fact.length} of its booklet.`).join('\n\n');
    await call(endpoints.knowledge.addNote.path.replace(':agentId', agentId), { title: `About the ${thing}`, text });
  }
  const { id: storyId } = await call(endpoints.stories.save.path, { name: 'General', agentId });
  for (const [place, thing] of [...things, ...facts].entries()) {
    const ways = ['please cancel', 'i want to cancel', 'can you cancel', 'stop', 'i do not want', 'take back', 'no more', 'end'];
    const utterances = ways.map((way) => ({ utterance: `${way} my ${thing} order ${place}`, entityDefined: false, entityRefs: [] }));
    await call(endpoints.intents.save.path, {
      agentId,
      storyId,
      name: `Cancel ${thing}`,
      utterances,
      responses: [{ response: `The ${thing} is cancelled.` }],
    });
  }
  const { phase } = await call(endpoints.training.train.path.replace(':agentId', agentId));
  if (phase !== 'DONE') throw new Error(`The training is ${phase}.`);
  return agentId;
}

/** Times in the page: from a message that is painted until the strip has the suggestions for it. */
function watchStrip(): void {
  const times: number[] = [];
  Object.assign(globalThis, { times });
  const seen = new Set<string>();
  const look = (number: string, at: number) => {
    const strip = document.querySelector<HTMLElement>('section[data-number]');
    if (strip?.dataset.number === number && strip.querySelector('li button')) times.push(performance.now() - at);
    else requestAnimationFrame(() => look(number, at));
  };
  const watch = new MutationObserver(() => {
    for (const message of document.querySelectorAll('[role=log] [data-side=theirs]')) {
      const { number = '' } = message.closest<HTMLElement>('[data-number]')?.dataset ?? {};
      if (seen.has(number)) continue;
      seen.add(number);
      look(number, performance.now());
    }
  });
  const begin = () => watch.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  if (document.documentElement) begin();
  else addEventListener('DOMContentLoaded', begin);
}

const countTimes = (page: Page, count: number) =>
  page.waitForFunction((least) => (globalThis as unknown as { times: number[] }).times.length >= least, count);

/** A customer's message on an agent's desk until its suggestions stand above the reply, without any language model (live-chat figures). */
export async function benchAssist(): Promise<Figure[]> {
  const world = await startWorld();
  const { executablePath, args = [] } = settings.use?.launchOptions ?? {};
  const browser = await chromium.launch({ executablePath, args: args.filter((flag) => !flag.startsWith('--js-flags')) });
  try {
    const agent = await world.makeAgent([1, 3]);
    const botId = await makeBot(world, agent.token);
    const data = { allowedDomains: [], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue' as const, botId };
    const channel = await createChannel(world.ctx, { name: 'Shop', type: channelTypes.WEB, isActive: true, data });
    const visitor = await openVisitor(world.running.url, channel.widgetKey);
    const { chatId } = await visitor.say('What is the price of the kettle?');
    const socket = await openAgent(world.running.url, agent.token);
    await socket.ask('agentPickupChat', { chatId });
    socket.close();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    await context.addInitScript((kept) => localStorage.setItem('token', kept), agent.token);
    await context.addInitScript(watchStrip);
    const page = await context.newPage();
    await page.goto(`${world.running.url}/chat/conversation?chatId=${chatId}`);
    await countTimes(page, 1);
    for (let count = 1; count <= messages; count += 1) {
      await visitor.say(`What is the ${facts[count % 10]} of the ${things[Math.floor(count / 10) % 10]}?`);
      await countTimes(page, count + 1);
    }
    const times = (await page.evaluate(() => (globalThis as unknown as { times: number[] }).times)).slice(1);
    visitor.close();
    const p95 = percentile(times, 0.95);
    return [
      {
        name: 'a message on the desk until its suggestions are shown, without a language model',
        ours: `median ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, of ${times.length}`,
        reference: '',
        ratio: Number.NaN,
        goal: 'p95 at most 150 ms',
        isMet: p95 <= 150,
      },
    ];
  } finally {
    await browser.close();
    await world.stop();
  }
}
