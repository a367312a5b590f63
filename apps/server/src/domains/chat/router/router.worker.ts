import { sql } from 'kysely';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { onRoutingAsked } from '../routing/routing.wake.ts';
import { runRound } from './round.ts';

const lookMs = 100;
/** Installations that give out no chats are asked this often whether they do. */
const asleepLooks = 10;
const enterprisesAtOnce = 100;
const roundsAtOnce = 100;

/**
 * Runs rounds where something asks for one. Any worker may: the pool's lock says whose round it is, and asks stay until a round has looked
 * after them, so that a worker that is killed leaves nothing behind that another one would not find at its next look.
 */
export function giveOutChats(deps: Deps): () => Promise<void> {
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'waiting chats were not given out');
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let look = 0;
  let isAny = true;

  async function runAll(enterpriseId: string): Promise<void> {
    const ctx = enterpriseContext(deps, enterpriseId);
    // The next look finds the rest.
    for (let round = 0; round < roundsAtOnce; round += 1) if ((await runRound(ctx)) !== 'more') return;
  }

  /** One round of an enterprise at a time in this process: an ask meanwhile is looked after by the next. */
  function start(enterpriseId: string): Promise<void> {
    const current = running.get(enterpriseId);
    if (current) {
      again.add(enterpriseId);
      return current;
    }
    const run = runAll(enterpriseId)
      .catch(warn)
      .then(() => {
        running.delete(enterpriseId);
        if (again.delete(enterpriseId)) return start(enterpriseId);
      });
    running.set(enterpriseId, run);
    return run;
  }

  onRoutingAsked(deps.bus, (enterpriseId) => {
    isAny = true;
    start(enterpriseId).catch(warn);
  });

  async function lookForAsks(): Promise<void> {
    look += 1;
    if (look % asleepLooks === 1)
      isAny = (await sql<{ isAny: boolean }>`select is_anything_routed() as is_any`.execute(deps.db)).rows[0]?.isAny ?? false;
    if (!isAny) return;
    const { rows } = await sql<{ enterpriseId: string }>`select * from due_routing(${enterprisesAtOnce})`.execute(deps.db);
    await Promise.all(rows.map(({ enterpriseId }) => start(enterpriseId)));
  }

  const stop = scheduleTask(lookMs, lookForAsks, warn);
  return async () => {
    await stop();
    await Promise.all(running.values());
  };
}
