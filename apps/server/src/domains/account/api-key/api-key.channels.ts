import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Extension point: filters ids of channels to those of the enterprise. */
export const knownChannels =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, channelIds: readonly string[]) => Promise<string[]>>('apiKey.knownChannels');

/** @throws DomainError channel.not_found */
export async function assertChannels(
  { enterpriseId, extensions }: EnterpriseContext,
  tx: Tx,
  channelIds: readonly string[],
): Promise<void> {
  if (channelIds.length === 0) return;
  const found = await Promise.all(extensions.of(knownChannels).map((find) => find(tx, enterpriseId, channelIds)));
  const known = new Set(found.flat());
  if (channelIds.some((id) => !known.has(id))) throw new DomainError('channel.not_found', 'No such channel.', {});
}
