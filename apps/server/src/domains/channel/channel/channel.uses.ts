import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

type Ask<Answer, More extends unknown[] = []> = (tx: Read, enterpriseId: string, channelId: string, ...more: More) => Promise<Answer>;

/** Uses of a channel by another domain; each domain gives those that it knows. */
export type ChannelUse = {
  /** Names of the runs that send through it. */
  listRunning?: Ask<string[]>;
  /** Names of the records that name it in their content, or begin by it. */
  listNaming?: Ask<string[]>;
  countChats?: Ask<number, [options: { onlyOpen: boolean }]>;
  countMessages?: Ask<number>;
  /** Numbers of messages since then: handed over, and failed. */
  countRecent?: Ask<{ sent: number; failed: number }, [since: Date]>;
  /** Deletes what was kept for the channel's sake alone, before the channel itself goes. */
  forget?: (tx: Tx, enterpriseId: string, channelId: string) => Promise<void>;
};
export const channelUses = defineExtensionPoint<ChannelUse>('channel.use');

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Asks all who have something of a channel. */
export function usesOf({ enterpriseId, extensions }: EnterpriseContext, tx: Read, channelId: string) {
  const uses = extensions.of(channelUses);
  return {
    listRunning: async () => (await Promise.all(uses.flatMap((use) => use.listRunning?.(tx, enterpriseId, channelId) ?? []))).flat(),
    listNaming: async () => (await Promise.all(uses.flatMap((use) => use.listNaming?.(tx, enterpriseId, channelId) ?? []))).flat(),
    countChats: async (options: { onlyOpen: boolean }) =>
      sum(await Promise.all(uses.flatMap((use) => use.countChats?.(tx, enterpriseId, channelId, options) ?? []))),
    countMessages: async () => sum(await Promise.all(uses.flatMap((use) => use.countMessages?.(tx, enterpriseId, channelId) ?? []))),
    async countRecent(since: Date) {
      const counts = await Promise.all(uses.flatMap((use) => use.countRecent?.(tx, enterpriseId, channelId, since) ?? []));
      return { sent: sum(counts.map(({ sent }) => sent)), failed: sum(counts.map(({ failed }) => failed)) };
    },
  };
}

export async function forgetUses({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, channelId: string): Promise<void> {
  for (const use of extensions.of(channelUses)) await use.forget?.(tx, enterpriseId, channelId);
}
