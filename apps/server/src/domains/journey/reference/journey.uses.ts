import type { Read } from '#platform/db/database.ts';
import { findStreamsWithRule, listStreamsNaming, type Named, type StreamUse } from './use.repository.ts';

/** Names a stream in lists of uses. */
export const useNameOf = ({ name }: Pick<StreamUse, 'name'>): string => `stream ${name}`;

/** The names of all that name one of these, each once. */
export const nameStreamsNaming = async (
  tx: Read,
  enterpriseId: string,
  kinds: readonly Named[],
  ids: readonly string[],
): Promise<string[]> => [...new Set((await listStreamsNaming(tx, enterpriseId, { kinds, ids, which: 'any' })).map(useNameOf))];

/** Streams that a channel begins by a rule, or that send by it. */
export async function listStreamsOnChannel(tx: Read, enterpriseId: string, channelId: string): Promise<string[]> {
  const ruled = await findStreamsWithRule(tx, enterpriseId, channelId);
  return [...new Set([...ruled.map(useNameOf), ...(await nameStreamsNaming(tx, enterpriseId, ['channel'], [channelId]))])];
}
