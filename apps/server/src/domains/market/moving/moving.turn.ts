import type { Tx } from '#platform/db/database.ts';
import { type Lease, renewLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { lockMove, type MoveRow } from '../move/move.repository.ts';

/** Another worker has taken the move over, or somebody has changed its phase. */
export class NotMine extends Error {}
/** The move cannot go on by itself. @property reason in words for people */
export class MoveFailed extends Error {}

/** One worker's work at one move. @property until when the turn is over */
export type Turn = { ctx: EnterpriseContext; row: MoveRow; lease: Lease; until: number; allowedHosts: readonly string[] };

/** One step: a transaction that holds the move's row, and in which nothing is written once the move is somebody else's. */
export function step<T>({ ctx, row, lease }: Turn, work: (tx: Tx, move: MoveRow) => Promise<T>): Promise<T> {
  return ctx.transaction(async (tx) => {
    const move = await lockMove(tx, row);
    if (!move || move.phase !== row.phase || !(await renewLease(tx, lease))) throw new NotMine();
    return work(tx, move);
  });
}

export const isOver = ({ until }: Turn): boolean => performance.now() > until;
