import { numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type OptOut, type Person, personalTraces } from '../../../personal-data.ts';

type Hashing = Pick<EnterpriseContext, 'enterpriseId' | 'keyedHash'>;

/** The same address has another hash in each enterprise and in each installation. */
const hashOf = ({ enterpriseId, keyedHash }: Hashing, address: string) => keyedHash('suppressed-address', `${enterpriseId} ${address}`);

export async function listOptOuts({ extensions }: Pick<EnterpriseContext, 'extensions'>, tx: Read, person: Person): Promise<OptOut[]> {
  const found: OptOut[] = [];
  for (const { optOuts } of extensions.of(personalTraces)) found.push(...((await optOuts?.(tx, person)) ?? []));
  return found;
}

/** Wishes not to be written to outlive the person: nobody learns the address from its hash, and a holder of the address finds the wish. */
export async function suppress(ctx: EnterpriseContext, tx: Tx, wishes: readonly OptOut[]): Promise<void> {
  if (wishes.length === 0) return;
  await tx
    .insertInto('suppressedAddresses')
    .values(
      wishes.map(({ address, kind, channelId, consentChannel }) => ({
        enterpriseId: ctx.enterpriseId,
        hash: hashOf(ctx, address),
        kind,
        channelId,
        consentChannel,
        createdAt: ctx.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type Suppressed = { address: string; kind: 'blocked' | 'opted_out' };

/** Finds the addresses of erased customers who had refused messages. Most enterprises have none, and then nothing is hashed. */
export async function findSuppressed(
  ctx: Hashing,
  tx: Read,
  { channelId, consentChannel }: { channelId: string; consentChannel: string },
  addresses: readonly string[],
): Promise<Suppressed[]> {
  const { enterpriseId } = ctx;
  const { rows: some } = await sql`select from suppressed_addresses where enterprise_id = ${enterpriseId} limit 1`.execute(tx);
  if (some.length === 0) return [];
  const asked = addresses.flatMap((address) => numberSpellings(address).map((spelling) => ({ address, hash: hashOf(ctx, spelling) })));
  const { rows } = await sql<Suppressed>`
    select distinct w.address, s.kind
    from unnest(${asked.map(({ address }) => address)}::text[], ${asked.map(({ hash }) => hash)}::bytea[]) as w(address, hash)
    join suppressed_addresses s on s.enterprise_id = ${enterpriseId} and s.hash = w.hash
      and (s.channel_id is null or s.channel_id = ${channelId}) and s.consent_channel in ('', ${consentChannel})`.execute(tx);
  return rows;
}

/** Somebody with this address says yes: they are a person of their own, and are written to. */
export async function liftSuppressed(ctx: Hashing, tx: Tx, addresses: readonly string[], consentChannel?: string): Promise<boolean> {
  const hashes = addresses
    .filter((address) => address !== '')
    .flatMap((address) => numberSpellings(address).map((spelling) => hashOf(ctx, spelling)));
  const { numAffectedRows } = await sql`delete from suppressed_addresses where enterprise_id = ${ctx.enterpriseId}
    and hash = any(${hashes}::bytea[]) and kind = 'opted_out' and (${consentChannel ?? ''} = '' or consent_channel in ('', ${consentChannel ?? ''}))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}
