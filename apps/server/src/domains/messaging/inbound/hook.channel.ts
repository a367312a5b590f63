import { timingSafeEqual } from 'node:crypto';
import type { ChannelType, VendorName } from '@parley/contract';
import { adapterFor, type Connection, type VendorAdapter } from '@parley/vendors';
import { sql } from 'kysely';
import { isUuid } from '#platform/db/uuid.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { openHookSecret, toConnection } from '../../channel/door.ts';

export type HookChannel = { enterpriseId: string; connection: Connection; adapter: VendorAdapter; secrets: readonly string[] };

const knownMs = 2000;
const mostKnown = 5000;

const isSame = (given: string, wanted: string): boolean => {
  const [offered, expected] = [Buffer.from(given.padEnd(64).slice(0, 64)), Buffer.from(wanted.padEnd(64).slice(0, 64))];
  return timingSafeEqual(offered, expected) && wanted !== '';
};

/** Compares with both secrets even if the first one matches, so that the time reveals nothing. */
export const fitsSecret = (given: string, wanted: readonly string[]): boolean =>
  wanted.map((secret) => isSame(given, secret)).some((fits) => fits);

/** Channels by their ids, remembered for a moment: a vendor calls thousands of times a second. */
export function createHookChannels(deps: Deps): (channelId: string, vendor: string) => Promise<HookChannel | undefined> {
  const known = new Map<string, { value: HookChannel | undefined; until: number }>();
  return async (channelId, vendor) => {
    if (!isUuid(channelId)) return undefined;
    const remembered = known.get(channelId);
    if (remembered && remembered.until > Date.now()) return remembered.value?.connection.vendor === vendor ? remembered.value : undefined;
    const value = await findHookChannel(deps, channelId);
    if (known.size > mostKnown) known.clear();
    known.set(channelId, { value, until: Date.now() + knownMs });
    return value?.connection.vendor === vendor ? value : undefined;
  };
}

export async function findHookChannel(deps: Deps, channelId: string): Promise<HookChannel | undefined> {
  const { rows } = await sql<{ enterpriseId: string }>`select * from find_channel_of_hook(${channelId})`.execute(deps.db);
  const [found] = rows;
  if (!found) return undefined;
  const { enterpriseId } = found;
  const row = await enterpriseContext(deps, enterpriseId).read((tx) =>
    tx.selectFrom('channels').selectAll().where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).executeTakeFirst(),
  );
  const adapter = row && adapterFor(row.vendor as VendorName, row.type as ChannelType);
  if (!row || !adapter) return undefined;
  const secrets = [row.sealedHookSecret, row.sealedFormerHookSecret].map((sealed) => openHookSecret(deps, sealed));
  return { enterpriseId, connection: toConnection(deps, row), adapter, secrets };
}
