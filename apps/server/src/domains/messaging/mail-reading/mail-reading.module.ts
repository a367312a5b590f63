import { holdLease, type Lease, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { listUnheld, mailboxTopic } from '../../channel/door.ts';
import { Alarm, readMailbox } from './mailbox.reader.ts';

const lookMs = 3000;
/** A worker that is killed leaves its mailboxes to another one after this time. */
const holdMs = 20_000;
/** Each has a connection of its own. */
const mostOfAProcess = 200;

type Held = { alarm: Alarm; end: () => void; done: Promise<void> };

/** Each mailbox that is switched on is read by one worker of the installation, which holds a lease on it. */
function createReaders(deps: Deps) {
  const held = new Map<string, Held>();
  let isStopping = false;

  function begin(lease: Lease): void {
    const ctx = enterpriseContext(deps, lease.enterpriseId);
    const alarm = new Alarm();
    let isEnded = false;
    const end = () => {
      isEnded = true;
      alarm.ring();
    };
    const done = holdLease(ctx, lease, async (lost) => {
      lost.addEventListener('abort', end, { once: true });
      await readMailbox(deps, lease, alarm, () => isEnded);
    })
      .catch((error: unknown) => deps.log.warn({ err: error, channelId: lease.workId }, 'a mailbox is no longer read'))
      .finally(() => held.delete(lease.workId));
    held.set(lease.workId, { alarm, end, done });
  }

  async function look(): Promise<void> {
    const room = mostOfAProcess - held.size;
    if (isStopping || room <= 0) return;
    for (const { enterpriseId, channelId } of await listUnheld(deps.db, room)) {
      if (held.has(channelId) || isStopping) continue;
      const work = { enterpriseId, work: 'mailbox' as const, workId: channelId };
      const lease = await enterpriseContext(deps, enterpriseId).transaction((tx) => takeLease(tx, work, holdMs));
      if (lease && !isStopping) begin(lease);
    }
  }

  return {
    look,
    wake: (channelId: string) => held.get(channelId)?.alarm.ring(),
    async stop() {
      isStopping = true;
      for (const { end } of held.values()) end();
      await Promise.all([...held.values()].map(({ done }) => done));
    },
  };
}

export const mailReading: Module = {
  name: 'mail-reading',
  work(deps) {
    const readers = createReaders(deps);
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a look for mailboxes failed');
    deps.bus.subscribe(mailboxTopic, (message) => {
      readers.wake((message as { channelId: string }).channelId);
      readers.look().catch(warn);
    });
    const stop = scheduleTask(lookMs, readers.look, warn, { atStart: true });
    return Promise.resolve(async () => {
      await stop();
      await readers.stop();
    });
  },
};
