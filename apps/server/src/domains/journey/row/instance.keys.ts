import { createHash } from 'node:crypto';
import { entryKeyOf, type Settings, type Value } from '@parley/journey';

/** The run that counts the messages of one version: the same for all callers, so that none has to look it up. A UUID of version 8. */
export function runIdOf(enterpriseId: string, journeyId: string, version: number): string {
  const hash = createHash('sha256').update(`${enterpriseId}:${journeyId}:${version}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** An id begins with the millisecond in which its walk began, which names the month that holds it. */
export const startOf = (instanceId: string): Date => new Date(Number.parseInt(instanceId.replaceAll('-', '').slice(0, 12), 16));

export const shards = 64;

export const shardOf = (instanceId: string): number => Number.parseInt(instanceId.slice(-4), 16) % shards;

export const wakeKeyOf = (event: string, key: string): string => `${event}\u0001${key}`;

/** Returns the key that separates walks of one person, where a stream lets them have several. */
export const seatKeyOf = ({ reentry, entryKey }: Settings, entry: Value, startedAt: Date): string =>
  reentry === 'many' ? entryKeyOf(entryKey, entry, startedAt.getTime()) : '';
