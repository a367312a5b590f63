import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type ActRow, findAct } from './act.repository.ts';

export const isOverAct = ({ state }: Pick<ActRow, 'state'>): boolean => state === 'completed' || state === 'cancelled';

/** @throws DomainError journey.act_not_found, for another enterprise's too */
export async function accessAct(tx: Read, enterpriseId: string, actId: string, options: { lock?: boolean } = {}): Promise<ActRow> {
  const row = await findAct(tx, enterpriseId, actId, options);
  if (!row) throw new DomainError('journey.act_not_found', 'No such act.', {});
  return row;
}
