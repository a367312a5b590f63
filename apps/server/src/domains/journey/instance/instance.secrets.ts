import { type Instance, waitsForSecret } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findWithPeople } from '../../chat/door.ts';
import { findByAddresses } from '../../customer/door.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import { goesOnFor } from '../merge/merged.repository.ts';
import { VersionCache } from '../row/instance.versions.ts';

/** Versions that this process has looked at; they never change. */
const versions = new VersionCache();

type Standing = { customerId: string; journeyId: string; version: number; instance: Pick<Instance, 'frames' | 'wait'> };

/** Reads the positions of the walks that talk with these customers now, and wait for an answer. */
async function readStanding(tx: Tx, enterpriseId: string, channelId: string, customerIds: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select l.customer_id, l.journey_id, l.version, jsonb_build_object('frames', jsonb_build_array(i.instance->'frames'->-1),
      'wait', jsonb_build_object('kind', i.instance->'wait'->'kind')) as instance
    from journey_live l
    join journey_instances i on i.enterprise_id = l.enterprise_id and i.instance_id = l.instance_id and i.started_at = l.started_at
    where l.enterprise_id = ${enterpriseId} and (l.channel_id = ${channelId} or ${goesOnFor(channelId)})
      and l.customer_id = any(${[...customerIds]}::uuid[]) and l.holds
      and i.instance->'wait'->>'kind' = 'answer'`.execute(tx);
  return rows;
}

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
  for (const { customerId, journeyId, version, instance } of await readStanding(tx, enterpriseId, channelId, [...owners.values()])) {
    const { compiled } = await versions.load(tx, enterpriseId, journeyId, version);
    if (waitsForSecret(compiled, instance)) asked.add(customerId);
  }
  // Messages that come while people have the chat are for them to read.
  for (const customerId of await findWithPeople(tx, enterpriseId, channelId, [...asked])) asked.delete(customerId);
  return new Set([...owners].flatMap(([address, customerId]) => (asked.has(customerId) ? [address] : [])));
}
