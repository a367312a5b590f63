import { inEnterprise } from '#platform/db/database.ts';
import { recordEvents, takeRecorded } from '#platform/events/events.ts';
import type { EnterpriseContext } from './context.ts';
import type { Deps } from './deps.ts';
import { signFileUrl } from './modules/file/file.url.ts';

/** What services get for one enterprise: requests add their actor, workers and sockets use it as it is. */
export function enterpriseContext(deps: Deps, enterpriseId: string): EnterpriseContext {
  return {
    enterpriseId,
    now: deps.now,
    async transaction(work) {
      let recorded: ReturnType<typeof takeRecorded> = [];
      const result = await inEnterprise(deps.db, enterpriseId, async (tx) => {
        const answer = await work(tx);
        recorded = takeRecorded(tx);
        return answer;
      });
      deps.publisher.publish(recorded);
      return result;
    },
    read: (work) => work(deps.readerOf(enterpriseId)),
    events: { record: (tx, event, ...data) => recordEvents(tx, enterpriseId, event, data) },
    jobs: deps.jobs,
    flags: deps.flags,
    files: deps.files,
    hub: deps.hub,
    fileUrl: (fileId) => signFileUrl(deps, fileId, deps.now()),
  };
}
