import type { PlayableReason } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';

export type StoredCopy = {
  state: 'waiting' | 'ready' | 'failed' | null;
  reason: string;
  sha256: string | null;
  type: string | null;
  sizeBytes: number | null;
};

export const findCopy = (tx: Read, enterpriseId: string, fileId: string): Promise<StoredCopy | undefined> =>
  tx
    .selectFrom('files')
    .select([
      'playableState as state',
      'playableReason as reason',
      'playableSha256 as sha256',
      'playableType as type',
      'playableSizeBytes as sizeBytes',
    ])
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .executeTakeFirst();

/** @returns the bytes of a file that waits for its copy */
export const findWaiting = (tx: Read, enterpriseId: string, fileId: string): Promise<{ sha256: string } | undefined> =>
  tx
    .selectFrom('files')
    .select('sha256')
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .where('playableState', '=', 'waiting')
    .executeTakeFirst();

/** Tells whether so many files of an enterprise wait. */
export async function doWait(tx: Tx, enterpriseId: string, count: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('files')
    .select('fileId')
    .where('enterpriseId', '=', enterpriseId)
    .where('playableState', '=', 'waiting')
    .limit(count)
    .execute();
  return rows.length >= count;
}

type Change =
  /** Storage key of the bytes to come */
  | { playableSha256: string }
  | { playableState: 'ready'; playableSha256: string; playableType: string; playableSizeBytes: number }
  | { playableState: 'failed'; playableReason: PlayableReason }
  /** Browsers play the file itself */
  | { playableState: null };

/** @returns false when the file has gone, or somebody else has seen to it */
export async function changeWaiting(tx: Tx, enterpriseId: string, fileId: string, change: Change): Promise<boolean> {
  const row = await tx
    .updateTable('files')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .where('playableState', '=', 'waiting')
    .returning('fileId')
    .executeTakeFirst();
  return row !== undefined;
}
