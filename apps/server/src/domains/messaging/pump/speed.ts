import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { FoundSpeed } from './speed.rules.ts';

/** The bucket of a channel, which all workers share: it fills at the channel's speed and holds what one second allows. */
export type Bucket = { tokens: number; filledAt: Date; blockedUntil: Date } & FoundSpeed;

/**
 * Counts the messages that may leave now.
 * @returns the bucket afterwards, and when the next may leave if none may now
 */
export function takeTokens(
  bucket: Bucket,
  perSecond: number,
  wanted: number,
  now: Date,
): { granted: number; bucket: Bucket; waitMs: number } {
  const blockedMs = bucket.blockedUntil.getTime() - now.getTime();
  if (blockedMs > 0) return { granted: 0, bucket, waitMs: blockedMs };
  const seconds = Math.max(0, (now.getTime() - bucket.filledAt.getTime()) / 1000);
  const most = Math.max(1, perSecond);
  const tokens = Math.min(most, bucket.tokens + seconds * perSecond);
  const granted = Math.min(wanted, Math.floor(tokens));
  const left = tokens - granted;
  return { granted, bucket: { ...bucket, tokens: left, filledAt: now }, waitMs: granted > 0 ? 0 : ((1 - left) / perSecond) * 1000 };
}

/** Locks the bucket for the transaction; a new one is full. */
export async function lockBucket(tx: Tx, enterpriseId: string, channelId: string, perSecond: number, now: Date): Promise<Bucket> {
  const { rows } = await sql<Bucket>`
    insert into channel_speeds (enterprise_id, channel_id, tokens, filled_at) values (${enterpriseId}, ${channelId}, ${Math.max(1, perSecond)}, ${now})
    on conflict (enterprise_id, channel_id) do update set tokens = channel_speeds.tokens
    returning tokens, filled_at, case when blocked_until = '-infinity' then to_timestamp(0) else blocked_until end as blocked_until,
      found, known_good, found_at`.execute(tx);
  return rows[0] as Bucket;
}

export async function saveBucket(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  { tokens, filledAt, blockedUntil, found, knownGood, foundAt }: Bucket,
): Promise<void> {
  await sql`update channel_speeds set tokens = ${tokens}, filled_at = ${filledAt}, blocked_until = ${blockedUntil},
    found = ${found}, known_good = ${knownGood}, found_at = ${foundAt}
    where enterprise_id = ${enterpriseId} and channel_id = ${channelId}`.execute(tx);
}
