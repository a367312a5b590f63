import { type ConsentChannel, channelTypes } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { CustomerTable } from '#platform/db/schema.customer.ts';
import { writeConsents } from './consent.write.ts';

/** Addresses of customers on channels: who it is that writes, when they last wrote, and what they agreed to there. */

export type Heard = { address: string; at: Date; session: Record<string, string> | null };

/** When each last wrote, and what a reply must name. */
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
    .where('address', '=', of.address)
    .execute();
}

/** What the customer behind an address has said about being written to; nobody is behind some. */
export async function noteConsentOf(
  tx: Tx,
  enterpriseId: string,
  { channelId, address }: { channelId: string; address: string },
  { channel, isGranted, at }: { channel: ConsentChannel; isGranted: boolean; at: Date },
): Promise<void> {
  const holder = await tx
    .selectFrom('customerAddresses')
    .select('customerId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('address', '=', address)
    .executeTakeFirst();
  if (!holder) return;
  const said = { ...holder, channel, isGranted, source: 'The customer', changedAt: at, address };
  await writeConsents(tx, enterpriseId, [said], { road: 'customer', by: null, at });
}

/** Where customers are written to first: who answers from there is this customer, whatever number the phone book has of them. */
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

/** For a channel that goes. */
export async function forgetAddresses(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await tx.deleteFrom('customerAddresses').where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
}

export type Reachable = Pick<Selectable<CustomerTable>, 'number' | 'email' | 'profile'>;

/** Where a customer is reached on a kind of channel, as the phone book has it. */
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
