import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { advisoryLocks } from '#platform/db/advisory-locks.ts';
import type { Read } from '#platform/db/database.ts';
import { enterpriseContext } from '../src/context-of.ts';
import type { Deps } from '../src/deps.ts';
import { markNotificationsRead, readSettings, saveSettings } from '../src/domains/account/door.ts';
import { getCurrentTraining, saveRule } from '../src/domains/bot/door.ts';
import { findDemo } from './demo.ts';
import { makeBroadcasts, makeRefusals } from './demo-history.broadcasts.ts';
import { makeCampaigns } from './demo-history.campaigns.ts';
import { makeChats } from './demo-history.chats.ts';
import { makeImports } from './demo-history.imports.ts';
import { makeLibrary } from './demo-history.library.ts';
import { openPast, type Past } from './demo-history.past.ts';
import { type HistoryMark, type HistoryStep, planHistory } from './demo-history.plan.ts';
import { makeTemplates } from './demo-history.templates.ts';
import { makeWalks } from './demo-history.walks.ts';

/** Processes that start together take turns with the steps. */
const lookMs = 200;

const classes = [
  { name: 'Complaint', priority: 1, words: ['terrible', 'angry', 'disappointed', 'worst'], intents: [], department: 'Care' },
  { name: 'Order', priority: 2, words: ['parcel', 'order'], intents: ['Delivery', 'Choose a delivery slot'], department: 'Logistics' },
  { name: 'Return', priority: 3, words: ['refund'], intents: ['Returns'], department: 'Logistics' },
  { name: 'Shop', priority: 4, words: [], intents: ['Opening hours', 'Prices'], department: 'Sales' },
];

async function makeClasses(past: Past): Promise<void> {
  for (const rule of classes) await saveRule(past.as('developer@demo.example'), past.mark.botId, rule);
}

async function play(past: Past, step: HistoryStep): Promise<void> {
  switch (step.kind) {
    case 'templates':
      return makeTemplates(past);
    case 'library':
      return makeLibrary(past);
    case 'imports':
      return makeImports(past);
    case 'refusals':
      return makeRefusals(past, step.numbers);
    case 'broadcasts':
      return makeBroadcasts(past, step.broadcasts);
    case 'campaigns':
      return makeCampaigns(past);
    case 'classes':
      return makeClasses(past);
    case 'walks':
      return makeWalks(past, step.walks);
    case 'chats':
      await makeChats(past, step.chats);
      // The administrator looks at the notifications in the evening, but not at the last ones yet.
      if (step.chats.length > 0 && past.ctx.now().getTime() < Date.parse(past.mark.beganAt) - readAfterMs)
        await markNotificationsRead(past.as('admin@demo.example'));
  }
}

const readAfterMs = 3 * 86_400_000;

/** Chats need a bot that answers, or one whose training has failed. */
async function isBotReady(deps: Deps, enterpriseId: string, botId: string): Promise<boolean> {
  const { training } = await getCurrentTraining(enterpriseContext(deps, enterpriseId), botId);
  return training?.phase !== 'QUEUED' && training?.phase !== 'RUNNING';
}

/**
 * Makes what is still to be made of the demo enterprise's history. Each step is one transaction with the mark of how far the history is
 * made: a restart after a crash makes nothing twice.
 * @returns how many steps this call has made
 */
export async function makeDemoHistory(deps: Deps, signal: AbortSignal): Promise<number> {
  const enterpriseId = await findDemo(deps);
  if (!enterpriseId) return 0;
  const ctx = enterpriseContext(deps, enterpriseId);
  const readMark = (tx: Read) => readSettings(tx, enterpriseId, 'demo') as Promise<Partial<HistoryMark>>;
  const begun = await ctx.read(readMark);
  if (begun.beganAt === undefined || begun.seed === undefined) return 0;
  const steps = planHistory(begun.seed, new Date(begun.beganAt));
  let [place, made] = [begun.done ?? 0, 0];
  while (place < steps.length && !signal.aborted) {
    if (steps[place]?.kind === 'chats' && !(await isBotReady(deps, enterpriseId, begun.botId as string))) {
      await sleep(lookMs, undefined, { signal }).catch(() => {});
      continue;
    }
    const next = await ctx.transaction(async (tx) => {
      // A step may take longer than a statement may wait.
      const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${advisoryLocks.demoHistory}) as is_mine`.execute(
        tx,
      );
      if (!rows[0]?.isMine) return undefined;
      const mark = (await readMark(tx)) as HistoryMark;
      // Another process has made it.
      if (mark.done !== place) return mark.done;
      await play(openPast(deps, enterpriseId, tx, mark), steps[place] as HistoryStep);
      await saveSettings(tx, enterpriseId, 'demo', { done: place + 1 });
      made += 1;
      return place + 1;
    });
    if (next === undefined) await sleep(lookMs, undefined, { signal }).catch(() => {});
    else place = next;
  }
  return made;
}

/** Makes the history beside the running program. @returns what stops it after the step that is being made */
export function startDemoHistory(deps: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const startedAt = performance.now();
  const making = makeDemoHistory(deps, stopping.signal).then(
    (steps) => {
      const tookMs = Math.round(performance.now() - startedAt);
      if (steps > 0 && !stopping.signal.aborted) deps.log.debug({ steps, tookMs }, 'made the history of the demo enterprise');
    },
    // The next start goes on with the step that failed.
    (error: unknown) => deps.log.error({ err: error }, 'the history of the demo enterprise could not be made'),
  );
  return () => {
    stopping.abort();
    return making;
  };
}
