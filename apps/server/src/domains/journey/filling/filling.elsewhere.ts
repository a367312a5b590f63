import type { Facts } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { Sealing } from '../row/instance.seal.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { openState } from './filling.kept.ts';
import { lockFilledOnPages } from './filling.repository.ts';

/**
 * Reads the forms of walks that people have gone on with on a page, though they are asked one by one. They are locked until the turns are written: what
 * somebody saves on the page meanwhile comes behind them, and neither face takes anything from the other unseen.
 */
export async function readFilledIn(
  tx: Tx,
  secrets: Pick<Sealing, 'decrypt'>,
  enterpriseId: string,
  walks: readonly { row: { instanceId: string }; running: RunningVersion }[],
): Promise<Facts['filledIn']> {
  const asked = walks.filter(({ running }) => (running.compiled.forms?.size ?? 0) > 0).map(({ row }) => row.instanceId);
  if (asked.length === 0) return undefined;
  const rows = await lockFilledOnPages(tx, enterpriseId, asked);
  const known = new Map(rows.map(({ fillingId, revision, progress }) => [fillingId, { revision, state: openState(secrets, progress) }]));
  return known.size === 0 ? undefined : (filling) => known.get(filling);
}
