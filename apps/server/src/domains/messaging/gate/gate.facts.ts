import { type ConsentChannel, channelTypes, numberSpellings, type SendingSettings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findSuppressed } from '../../customer/door.ts';

type Hashing = Pick<EnterpriseContext, 'enterpriseId' | 'keyedHash'>;

export type Recipient = {
  /** null: no valid address */
  address: string | null;
  /** The address as it was typed: the ledger keeps invalid ones */
  given: string;
  customerId: string | null;
};
export type Lookups = {
  blocked: ReadonlySet<string>;
  optedOut: ReadonlySet<string>;
  repeated: ReadonlySet<string>;
  capped: ReadonlySet<string>;
};

export const consentChannels: Partial<Record<number, ConsentChannel>> = {
  [channelTypes.WHATSAPP]: 'WHATSAPP',
  [channelTypes.SMS]: 'SMS',
  [channelTypes.RCS]: 'RCS',
  [channelTypes.EMAIL]: 'EMAIL',
  [channelTypes.WEB]: 'WEB',
};

export type Ask = {
  channelId: string;
  channelType: number;
  isMarketing: boolean;
  /** A run has each address once; undefined for single messages */
  run?: { runId: string; since: Date; mayRepeat: (address: string) => boolean } | undefined;
  cap: SendingSettings['frequencyCap'];
  /** Rows of the ledger that go again, by their ids */
  again?: readonly string[];
  now: Date;
};

/** Looks up the facts of the gate for many recipients at once: a fixed number of queries, each by index. */
export async function lookUp(ctx: Hashing, tx: Read, ask: Ask, recipients: readonly Recipient[]): Promise<Lookups> {
  const { enterpriseId } = ctx;
  const addresses = [...new Set(recipients.flatMap(({ address }) => address ?? []))];
  if (addresses.length === 0) return { blocked: new Set(), optedOut: new Set(), repeated: new Set(), capped: new Set() };
  const [listed, refused, repeated, capped] = await Promise.all([
    findListed(ctx, tx, ask, addresses),
    ask.isMarketing ? findRefused(tx, enterpriseId, ask.channelType, recipients) : [],
    ask.run ? findRepeated(tx, enterpriseId, ask.run, addresses.filter(ask.run.mayRepeat)) : [],
    ask.isMarketing && ask.cap.isOn ? findCapped(tx, enterpriseId, ask, addresses) : [],
  ]);
  return {
    blocked: new Set(listed.filter((row) => row.kind === 'blocked').map((row) => row.address)),
    optedOut: new Set([...listed.filter((row) => row.kind === 'opted_out').map((row) => row.address), ...refused]),
    repeated: new Set(repeated),
    capped: new Set(capped),
  };
}

/**
 * All spellings of these addresses, for a look by index, and whose each of them is. Of most numbers, and of all other addresses, there is one:
 * where each has one, nothing is built beside the addresses themselves.
 */
export function spellingsOf(addresses: readonly string[]): {
  spelled: readonly string[];
  askedBy: (spelling: string) => readonly string[];
} {
  const several = addresses.filter((address) => numberSpellings(address).length > 1);
  if (several.length === 0) return { spelled: addresses, askedBy: (spelling) => [spelling] };
  const pairs = addresses.flatMap((address) => numberSpellings(address).map((spelling) => ({ address, spelling })));
  const bySpelling = Map.groupBy(pairs, ({ spelling }) => spelling);
  return {
    spelled: [...bySpelling.keys()],
    askedBy: (spelling) => bySpelling.get(spelling)?.map(({ address }) => address) ?? [],
  };
}

type Listed = { address: string; kind: 'blocked' | 'opted_out' };

/** Finds the addresses that are blocked or opted out on this channel; those of erased customers with such a wish count too. */
export async function findListed(
  ctx: Hashing,
  tx: Read,
  { channelId, channelType }: Pick<Ask, 'channelId' | 'channelType'>,
  addresses: readonly string[],
): Promise<Listed[]> {
  const { spelled, askedBy } = spellingsOf(addresses);
  const listed = sql<Listed>`
    select b.address, b.kind from unnest(${spelled}::text[]) as w(address) join blacklist b
      on b.enterprise_id = ${ctx.enterpriseId} and b.address = w.address and b.removed_at is null and (b.channel_id is null or b.channel_id = ${channelId})`;
  const [{ rows }, suppressed] = await Promise.all([
    listed.execute(tx),
    findSuppressed(ctx, tx, { channelId, consentChannel: consentChannels[channelType] ?? '' }, addresses),
  ]);
  return [...rows.flatMap(({ address, kind }) => askedBy(address).map((asked) => ({ address: asked, kind }))), ...suppressed];
}

/** Addresses of customers who said no to marketing on this kind of channel. */
async function findRefused(tx: Read, enterpriseId: string, channelType: number, recipients: readonly Recipient[]): Promise<string[]> {
  const channel = consentChannels[channelType];
  const ids = recipients.flatMap(({ customerId }) => customerId ?? []);
  if (!channel || ids.length === 0) return [];
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from customer_consents
    where enterprise_id = ${enterpriseId} and customer_id = any(${ids}::uuid[]) and channel = ${channel} and not is_granted`.execute(tx);
  const refused = new Set(rows.map((row) => row.customerId));
  return recipients.flatMap(({ customerId, address }) => (customerId && address && refused.has(customerId) ? [address] : []));
}

async function findRepeated(
  tx: Read,
  enterpriseId: string,
  run: { runId: string; since: Date },
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const { spelled, askedBy } = spellingsOf(addresses);
  const { rows } = await sql<{ address: string }>`
    select w.address from unnest(${spelled}::text[]) as w(address)
    where exists (select from messages m where m.enterprise_id = ${enterpriseId} and m.address = w.address and m.address <> ''
      and m.created_at >= ${run.since} and m.resource_id = ${run.runId})`.execute(tx);
  return rows.flatMap(({ address }) => askedBy(address));
}

async function findCapped(
  tx: Read,
  enterpriseId: string,
  { cap, again = [], now }: Pick<Ask, 'cap' | 'again' | 'now'>,
  addresses: readonly string[],
): Promise<string[]> {
  const since = new Date(now.getTime() - cap.days * 24 * 3_600_000);
  const { spelled, askedBy } = spellingsOf(addresses);
  const { rows } = await sql<{ address: string; count: number }>`
    select w.address, l.count from unnest(${spelled}::text[]) as w(address) cross join lateral (
      select count(*)::integer as count from (
      select from messages m join templates t on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id and t.category = 'MARKETING'
      where m.enterprise_id = ${enterpriseId} and m.address = w.address and m.address <> '' and m.created_at >= ${since}
        and m.direction = 'out' and m.status not in ('SKIPPED', 'FAILED')
        ${again.length === 0 ? sql`` : sql`and m.message_id <> all(${[...again]}::uuid[])`} limit ${cap.count}) as latest) l
    where l.count > 0`.execute(tx);
  const counts = new Map<string, number>();
  for (const { address, count } of rows) for (const asked of askedBy(address)) counts.set(asked, (counts.get(asked) ?? 0) + count);
  return [...counts].flatMap(([address, count]) => (count >= cap.count ? [address] : []));
}
