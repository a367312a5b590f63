import { setTimeout as sleep } from 'node:timers/promises';
import { enterpriseContext } from '../src/context-of.ts';
import type { Deps } from '../src/deps.ts';
import { readSettings } from '../src/domains/account/door.ts';
import { accessChannel } from '../src/domains/channel/door.ts';
import { findDemo } from './demo.ts';
import { customerCount, demoNumber } from './demo-customers.ts';
import { type HistoryMark, planHistory } from './demo-history.plan.ts';
import { chat, ignoreRefusal, run, type Scene, type Stage, walk } from './demo-life.scenes.ts';
import { createRandom } from './random.ts';

/** A pace that one can follow with the eye. */
const beatMs = 8_000;
/** An hour of looking makes 64 walks, 50 chats and 6 broadcasts at the most; an hour in which nobody looks makes nothing. */
const every = { walk: 7, chat: 9, run: 75 } as const;
const first = { walk: 1, chat: 2, run: 3 } as const;
const chatsMost = 2;
const audience = 12;

type Kind = keyof typeof every;
type Playing = { kind: Kind; numbers: string[]; scene: Scene };

export type Life = {
  /** Tells whether somebody of the demo enterprise has the console open. */
  isWatched: () => boolean;
  /** Lets each scene go on by one step, and begins those whose turn it is. Does nothing unless the demo's channel is on, and in the sandbox. */
  beat: () => Promise<void>;
  /** Scenes that are being played */
  playing: () => Kind[];
  /** Ends every scene in good order. */
  end: () => Promise<void>;
};

/** @returns undefined without a demo enterprise that has a history */
export async function openLife(deps: Deps): Promise<Life | undefined> {
  const enterpriseId = await findDemo(deps);
  if (!enterpriseId) return undefined;
  const ctx = enterpriseContext(deps, enterpriseId);
  const readMark = () => ctx.read((tx) => readSettings(tx, enterpriseId, 'demo')) as Promise<Partial<HistoryMark>>;
  const begun = await readMark();
  if (begun.beganAt === undefined || begun.seed === undefined) return undefined;
  const steps = planHistory(begun.seed, new Date(begun.beganAt)).length;
  const random = createRandom(deps.now().getTime());
  const stage: Stage = { deps, ctx, mark: begun as HistoryMark, random };
  let beats = 0;
  let isMade = false;
  let next = random.between(0, customerCount - 1);
  let scenes: Playing[] = [];

  /** The history comes first. Whoever switches the channel off stops the movement, and one of production is nothing to play with. */
  async function isReady(): Promise<boolean> {
    isMade ||= (await readMark()).done === steps;
    if (!isMade) return false;
    const channel = await ctx.read((tx) => accessChannel(tx, ctx.enterpriseId, stage.mark.whatsApp)).catch(ignoreRefusal);
    return channel?.state === 'ACTIVE' && channel.environment === 'sandbox';
  }

  /** Numbers of people who are in no scene. */
  function takeNumbers(count: number): string[] {
    const busy = new Set(scenes.flatMap(({ numbers }) => numbers));
    const found: string[] = [];
    while (found.length < count) {
      const number = demoNumber(next);
      next = (next + 1) % customerCount;
      if (!busy.has(number)) found.push(number);
    }
    return found;
  }

  function begin(kind: Kind): void {
    if (beats % every[kind] !== first[kind]) return;
    if (kind === 'chat' && scenes.filter((one) => one.kind === 'chat').length >= chatsMost) return;
    const numbers = takeNumbers(kind === 'run' ? audience : 1);
    const [number = ''] = numbers;
    scenes.push({ kind, numbers, scene: kind === 'run' ? run(stage, numbers) : (kind === 'walk' ? walk : chat)(stage, number) });
  }

  /** Plays one step. @returns whether there is more */
  async function play({ kind, scene }: Playing): Promise<boolean> {
    try {
      return !(await scene.next()).done;
    } catch (error) {
      deps.log.debug({ err: error, kind }, 'a scene of the demo was not played to its end');
      return false;
    }
  }

  return {
    isWatched: () => [...deps.hub.connections()].some(({ topics }) => topics.has(`enterprise:${enterpriseId}`)),
    playing: () => scenes.map(({ kind }) => kind),
    async beat() {
      if (!(await isReady())) return;
      beats += 1;
      for (const kind of ['walk', 'chat', 'run'] as const) begin(kind);
      const going: Playing[] = [];
      for (const one of scenes) if (await play(one)) going.push(one);
      scenes = going;
    },
    async end() {
      for (const { scene } of scenes) await scene.return();
      scenes = [];
    },
  };
}

/** Lets the demo live while somebody looks at it. @returns what stops it; undefined where DEMO_LIFE is off */
export function startDemoLife(deps: Deps, everyMs = beatMs): (() => Promise<void>) | undefined {
  if (!deps.config.hasDemoLife) return undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const live = async () => {
    const life = await openLife(deps);
    while (life && !signal.aborted) {
      await sleep(everyMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted && life.isWatched()) await life.beat();
    }
    await life?.end();
  };
  const living = live().catch((error: unknown) => deps.log.warn({ err: error }, 'the demo has stopped moving'));
  return () => {
    stopping.abort();
    return living;
  };
}
