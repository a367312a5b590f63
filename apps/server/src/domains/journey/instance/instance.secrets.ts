import { waitsForSecret } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findWithPeople } from '../../chat/door.ts';
import { findByAddresses } from '../../customer/door.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import { VersionCache } from '../row/instance.versions.ts';
import { findAsking } from './inbound.repository.ts';

/** Versions that this process has looked at; they never change. */
const versions = new VersionCache();

/** Addresses whose owners are asked for what nobody may read, by the walk that talks with them. */
export async function askedForSecrets(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<ReadonlySet<string>> {
  const { enterpriseId } = ctx;
  const [{ channelId }] = messages as [InboundMessage];
  const owners = new Map(messages.flatMap(({ address, customer }) => (customer ? [[address, customer.customerId] as const] : [])));
  const unknown = [...new Set(messages.map(({ address }) => address))].filter((address) => !owners.has(address));
  if (unknown.length > 0)
    for (const [address, { customerId }] of await findByAddresses(tx, enterpriseId, channelId, unknown)) owners.set(address, customerId);
  if (owners.size === 0) return new Set();
  const asked = new Set<string>();
  for (const { customerId, journeyId, version, instance } of await findAsking(tx, enterpriseId, channelId, [...owners.values()])) {
    const { compiled } = await versions.load(tx, enterpriseId, journeyId, version);
    if (waitsForSecret(compiled, instance)) asked.add(customerId);
  }
  // Messages that come while people have the chat are for them to read.
  for (const customerId of await findWithPeople(tx, enterpriseId, channelId, [...asked])) asked.delete(customerId);
  return new Set([...owners].flatMap(([address, customerId]) => (asked.has(customerId) ? [address] : [])));
}
