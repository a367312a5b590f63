import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type FormRow, findForm } from './form.repository.ts';

export const formNotFound = () => new DomainError('form.not_found', 'No such form.', {});

/** @throws DomainError form.not_found, for one in the bin and for another enterprise's too */
export async function accessForm(tx: Read, enterpriseId: string, formId: string, options: { lock?: boolean } = {}): Promise<FormRow> {
  const row = await findForm(tx, enterpriseId, formId, options);
  if (!row) throw formNotFound();
  return row;
}
