import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { Bus } from '#platform/realtime/bus.ts';
import type { CallKey } from './call.repository.ts';

const topic = 'journey-calls';

/** Tells the workers after the commit that calls are to be made, instead of waiting for their next sweep. */
export function wakeCalls(ctx: { bus: Pick<Bus, 'publish'> }, tx: Tx, calls: readonly CallKey[]): void {
  if (calls.length > 0) afterCommit(tx, () => ctx.bus.publish(topic, calls));
}

export const onCalls = (bus: Pick<Bus, 'subscribe'>, listener: (calls: readonly CallKey[]) => void): void =>
  bus.subscribe(topic, (message) => listener(message as readonly CallKey[]));
