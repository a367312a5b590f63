import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Extension point: data of another domain about customers; each domain gives what it has. */
export type CustomerTrace = {
  /** @throws DomainError where what two customers have cannot be one's */
  assertMergeable?: (tx: Tx, enterpriseId: string, one: string, other: string) => Promise<void>;
  /** Everything that names the one customer names the other from now on. */
  move?: (tx: Tx, enterpriseId: string, from: string, to: string, ctx: Pick<EnterpriseContext, 'now' | 'jobs'>) => Promise<void>;
  /** The condition that a customer is known for more than the phone book's own record. `customers` is called `c` there. */
  isKnown?: { by: 'chat' | 'message'; condition: RawBuilder<boolean> };
  /** Events of a customer: id, at, kind, by, changes, link_kind, link_id and detail, in this order. */
  timeline?: (enterpriseId: string, customerId: string) => RawBuilder<unknown>;
};
export const customerTraces = defineExtensionPoint<CustomerTrace>('customer.trace');

type Knowing = Pick<EnterpriseContext, 'extensions'>;

export async function assertMergeable({ extensions }: Knowing, tx: Tx, enterpriseId: string, one: string, other: string): Promise<void> {
  for (const trace of extensions.of(customerTraces)) await trace.assertMergeable?.(tx, enterpriseId, one, other);
}

export async function moveTraces(
  { extensions, now, jobs }: Pick<EnterpriseContext, 'extensions' | 'now' | 'jobs'>,
  tx: Tx,
  enterpriseId: string,
  from: string,
  to: string,
): Promise<void> {
  for (const trace of extensions.of(customerTraces)) await trace.move?.(tx, enterpriseId, from, to, { now, jobs });
}

/** The cases of an SQL `case` that say by what else a customer `c` is known. */
export const knownBy = ({ extensions }: Knowing): RawBuilder<unknown>[] =>
  extensions.of(customerTraces).flatMap(({ isKnown }) => (isKnown ? sql`when ${isKnown.condition} then ${isKnown.by}` : []));

/** Other domains' parts of the timeline, to be joined to those of the phone book. */
export const timelineOf = ({ extensions }: Knowing, enterpriseId: string, customerId: string): RawBuilder<unknown>[] =>
  extensions.of(customerTraces).flatMap((trace) => trace.timeline?.(enterpriseId, customerId) ?? []);
