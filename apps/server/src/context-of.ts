import type { Tx } from '#platform/db/database.ts';
import { inEnterprise } from '#platform/db/transaction.ts';
import { recordEvents, takeRecorded } from '#platform/events/events.ts';
import { signFileUrl } from '#platform/files/file-url.ts';
import type { EnterpriseContext } from './context.ts';
import type { Deps, TransactionWatch } from './deps.ts';

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
      const result = await inEnterprise(deps, enterpriseId, async (tx) => {
        committed = tx;
        await watch?.begin(tx);
        const result = await work(tx);
        await watch?.end(tx);
        deps.writeEntries(tx);
        return result;
      });
      if (committed) deps.publisher.publish(takeRecorded(committed));
      return result;
    },
    read: (work) => work(deps.readerOf(enterpriseId)),
    openCopying: () => deps.openCopying(enterpriseId),
    events: { record: (tx, event, ...data) => recordEvents(tx, enterpriseId, event, data) },
    webhooks: { publish: (tx, ...events) => deps.publishToWebhooks(tx, enterpriseId, events) },
    jobs: deps.jobs,
    lastChange: (tx, kind, recordId) => deps.lastChange(tx, enterpriseId, kind, recordId),
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
    keyedHash: deps.secrets.keyedHash,
  };
}
