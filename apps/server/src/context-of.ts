import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadlock, Overtaken, type Tx } from '#platform/db/database.ts';
import { inEnterprise } from '#platform/db/transaction.ts';
import { recordEvents, takeRecorded } from '#platform/events/events.ts';
import { signFileUrl } from '#platform/files/file-url.ts';
import type { EnterpriseContext } from './context.ts';
import type { Deps, TransactionWatch } from './deps.ts';

/** Number of tries of a transaction that PostgreSQL ended because of a deadlock, or that was overtaken. */
const mostTries = 5;
/** The other one is to have its locks before the first comes back for them. */
const pauseMs = 20;

/**
 * Tries again a transaction that lost to another one: nothing of it is left, and the other one has its locks by now. A caller who waits for
 * the answer need not know; a transaction's effects outside of the database before its commit may happen twice.
 */
async function despiteDeadlocks<T>({ log }: Pick<Deps, 'log'>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(isDeadlock(error) || error instanceof Overtaken) || tries === mostTries) throw error;
      // PostgreSQL names the row in it, which leads to the order that is broken.
      if (isDeadlock(error)) log.warn({ err: error, tries }, 'a transaction and another one waited for each other: it is tried again');
      await sleep(tries * pauseMs * (1 + Math.random()));
    }
  }
}

/**
 * The context of services for one enterprise: requests add their actor, workers and sockets use it as it is.
 * @param watch looks on at its transactions
 */
export function enterpriseContext(deps: Deps, enterpriseId: string, watch?: TransactionWatch): EnterpriseContext {
  return {
    enterpriseId,
    now: deps.now,
    async transaction(work) {
      let committed: Tx | undefined;
      const once = () =>
        inEnterprise(deps, enterpriseId, async (tx) => {
          committed = tx;
          await watch?.begin(tx);
          const result = await work(tx);
          await watch?.end(tx);
          deps.writeEntries(tx);
          return result;
        });
      const result = await despiteDeadlocks(deps, once);
      if (committed) deps.publisher.publish(takeRecorded(committed));
      return result;
    },
    read: (work) => work(deps.readerOf(enterpriseId)),
    openCopying: () => deps.openCopying(enterpriseId),
    events: { record: (tx, event, ...data) => recordEvents(tx, enterpriseId, event, data) },
    webhooks: { publish: (tx, ...events) => deps.publishToWebhooks(tx, enterpriseId, events) },
    browserOwners: (tx) => deps.browserOwners.of(tx, enterpriseId),
    jobs: deps.jobs,
    lastChange: (tx, kind, recordId) => deps.lastChange(tx, enterpriseId, kind, recordId),
    readTimeZone: (tx) => deps.readTimeZone(tx, enterpriseId),
    bin: deps.binOf(enterpriseId, deps.now),
    extensions: deps.extensions,
    bill: deps.bill,
    bus: deps.bus,
    flags: deps.flags,
    files: deps.files,
    confined: {
      run: (task, input) => deps.confined.run(task, input, enterpriseId),
      stream: (task, input) => deps.confined.stream(task, input, enterpriseId),
    },
    hub: deps.hub,
    publicUrl: deps.publicUrl,
    fileUrl: (fileId) => signFileUrl(deps, enterpriseId, fileId, deps.now()),
    encrypt: deps.secrets.encrypt,
    decrypt: deps.secrets.decrypt,
    keyedHash: deps.secrets.keyedHash,
  };
}
