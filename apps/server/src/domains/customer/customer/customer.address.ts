import { type ConsentChannel, canonicalNumber, channelTypes, numberSpellings } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { CustomerTable } from '#platform/db/schema.customer.ts';
import { writeConsents } from '../consent/consent.write.ts';

/** Addresses of customers on channels: who it is that writes, when they last wrote, and what they agreed to there. */

export type Heard = { address: string; at: Date; session: Record<string, string> | null };

/** Records the time of each customer's last message, and the session that a reply must name. */
export async function noteHeard(tx: Tx, enterpriseId: string, channelId: string, heard: readonly Heard[]): Promise<void> {
  await sql`
    update customer_addresses a set last_inbound_at = greatest(a.last_inbound_at, g.at), session = coalesce(g.session::jsonb, a.session)
    from unnest(${heard.map(({ address }) => address)}::text[], ${heard.map(({ at }) => at)}::timestamptz[],
      ${heard.map(({ session }) => (session ? JSON.stringify(session) : null))}::text[]) as g(address, at, session)
    where a.enterprise_id = ${enterpriseId} and a.channel_id = ${channelId} and a.address = g.address`.execute(tx);
}

/** The vendor knows better: the customer has not written since then. */
export async function noteSilence(tx: Tx, enterpriseId: string, of: { channelId: string; address: string }, since: Date): Promise<void> {
  await tx
    .updateTable('customerAddresses')
    .set({ lastInboundAt: sql<Date>`least(last_inbound_at, ${since})` })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', of.channelId)
    .where('address', 'in', numberSpellings(of.address))
    .execute();
}

/** Records a consent of the customer behind an address; some addresses have no customer. */
export async function noteConsentOf(
  tx: Tx,
  enterpriseId: string,
  { channelId, address }: { channelId: string; address: string },
  { channel, isGranted, at }: { channel: ConsentChannel; isGranted: boolean; at: Date },
): Promise<void> {
  // Two customers from before may have one line: what its owner says holds for both.
  const holders = await tx
    .selectFrom('customerAddresses')
    .select('customerId')
    .distinct()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('address', 'in', numberSpellings(address))
    .execute();
  const said = holders.map(({ customerId }) => ({ customerId, channel, isGranted, source: 'The customer', changedAt: at, address }));
  await writeConsents(tx, enterpriseId, said, { road: 'customer', by: null, at });
}

/**
 * Stores addresses at which customers are written to first: an answer from there is this customer's, independent of the number in the phone
 * book.
 */
export async function keepAddresses(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  addresses: readonly { customerId: string; address: string }[],
): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .insertInto('customerAddresses')
    .values(addresses.map(({ customerId, address }) => ({ enterpriseId, channelId, address, customerId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the addresses of a channel that goes. */
export async function forgetAddresses(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await tx.deleteFrom('customerAddresses').where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
}

/**
 * Finds the spelling of each address on the wire: the one in which somebody wrote from there last. People who have never written are
 * absent. Most numbers have one spelling, and then there is no query.
 */
export async function findWireSpellings(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const several = [...new Set(addresses)].filter((address) => numberSpellings(address).length > 1);
  if (several.length === 0) return new Map();
  const rows = await tx
    .selectFrom('customerAddresses')
    .select('address')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where(sql<boolean>`address = any(${several.flatMap(numberSpellings)}::text[])`)
    .where('lastInboundAt', 'is not', null)
    .orderBy('lastInboundAt')
    .execute();
  const byLine = new Map(rows.map(({ address }) => [canonicalNumber(address), address]));
  return new Map(
    several.flatMap((address) => {
      const written = byLine.get(canonicalNumber(address));
      return written ? [[address, written] as const] : [];
    }),
  );
}

export type Reachable = Pick<Selectable<CustomerTable>, 'number' | 'email' | 'profile'>;

/** Returns the customer's address on a kind of channel, as the phone book has it. */
export function addressOf({ number, email, profile }: Reachable, channelType: number): string | null {
  if (channelType === channelTypes.EMAIL) return email === '' ? null : email;
  if (channelType === channelTypes.WHATSAPP && profile.whatsAppNumber) return profile.whatsAppNumber;
  return number === '' ? null : number;
}

/** The same as SQL on customers called `c`; '' where there is none. */
export const addressSql = (channelType: number): RawBuilder<string> => {
  if (channelType === channelTypes.EMAIL) return sql<string>`c.email`;
  if (channelType === channelTypes.WHATSAPP) return sql<string>`coalesce(nullif(c.profile->>'whatsAppNumber', ''), c.number)`;
  return sql<string>`c.number`;
};
