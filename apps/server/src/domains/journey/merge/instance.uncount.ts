import type { Tx } from '#platform/db/database.ts';
import { CountChanges } from '../row/instance.counts.ts';
import type { InstanceRow } from '../row/instance.repository.ts';
import { findNodeNumbers, findTurns, type Turn } from './figure.repository.ts';

/** Takes walks out of every figure, as if they had not been: where they began, what they passed, and how they ended. */
export async function uncountWalks(tx: Tx, enterpriseId: string, rows: readonly InstanceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const counts = new CountChanges(-1);
  const turns = await findTurns(
    tx,
    enterpriseId,
    rows.map(({ instanceId }) => instanceId),
  );
  const numbers = await findNodeNumbers(tx, enterpriseId, [...new Set(rows.map(({ journeyId }) => journeyId))]);
  for (const row of rows) {
    const { journeyId, version, channelId, environment, startedAt, endedAt, state, reason } = row;
    counts.started({ journeyId, version, channelId, environment }, startedAt);
    if (endedAt) {
      // A stopped walk is counted without its time.
      const took = state === 'STOPPED' ? 0 : endedAt.getTime() - startedAt.getTime();
      counts.ended({ journeyId, version, channelId, environment }, startedAt, state, reason, took);
    }
    uncountNodes(counts, row, turns.get(row.instanceId) ?? [], numbers.get(journeyId) ?? new Map());
  }
  await counts.write(tx, enterpriseId);
}

/** Its turns again, each in the version that it was taken in: what moved it on counts what it stood at in the next one. */
function uncountNodes(counts: CountChanges, row: InstanceRow, turns: readonly Turn[], numbers: ReadonlyMap<string, number>): void {
  const { journeyId, channelId, environment, startedAt } = row;
  const isMove = ({ input }: Turn) => input.kind === 'move';
  const ofVersion = (version: number) => ({ journeyId, version, channelId, environment });
  const versionFrom = (place: number) => Number(turns.slice(place).find(isMove)?.input.text ?? row.version);
  let standing = '';
  for (const [place, turn] of turns.entries()) {
    const of = ofVersion(versionFrom(place));
    if (isMove(turn)) {
      const nodeNo = numbers.get(standing);
      if (nodeNo !== undefined) counts.moved(of, ofVersion(versionFrom(place + 1)), startedAt, nodeNo);
      continue;
    }
    // One that has failed stands nowhere, and enters its node once more.
    if (turn.input.kind === 'retry') standing = '';
    standing = counts.visited(of, startedAt, turn.visits, numbers, standing);
  }
}
