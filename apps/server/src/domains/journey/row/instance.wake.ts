import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { Bus } from '#platform/realtime/bus.ts';

const topic = 'journey';
const startsTopic = 'journey.starts';
const mostTold = 1000;
type Woken = { enterpriseId: string; instanceIds: string[] };

/** Tells the workers after the commit that walks have something to read, instead of waiting for their next sweep. */
export function wakeInstances(ctx: { enterpriseId: string; bus: Pick<Bus, 'publish'> }, tx: Tx, instanceIds: readonly string[]): void {
  if (instanceIds.length === 0) return;
  const woken: Woken = { enterpriseId: ctx.enterpriseId, instanceIds: instanceIds.slice(0, mostTold) };
  afterCommit(tx, () => ctx.bus.publish(topic, woken));
}

/** The same of walks that are kept to begin. */
export const wakeStarts = ({ bus }: { bus: Pick<Bus, 'publish'> }, tx: Tx): void => afterCommit(tx, () => bus.publish(startsTopic, {}));
export const onStarts = (bus: Pick<Bus, 'subscribe'>, listener: () => void): void => bus.subscribe(startsTopic, listener);

export const onWake = (bus: Pick<Bus, 'subscribe'>, listener: (woken: Woken) => void): void =>
  bus.subscribe(topic, (message) => listener(message as Woken));
