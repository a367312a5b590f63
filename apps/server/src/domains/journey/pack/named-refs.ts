import { type JourneyRefKind, journeyRefKinds } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { findRefs } from '../reference/ref.repository.ts';

/** Finds the records of this enterprise that references mean by their names. @returns them by kind and name */
export async function findNamedRefs(
  tx: Read,
  enterpriseId: string,
  references: readonly { ref: string; name: string }[],
): Promise<Map<string, { id: string; name: string }>> {
  const found = new Map<string, { id: string; name: string }>();
  const asked = new Map(references.map(({ ref, name }) => [`${ref} ${name}`, { ref, name }]));
  for (const [key, { ref, name }] of asked) {
    if (!journeyRefKinds.some((kind) => kind === ref)) continue;
    const rows = await findRefs(tx, enterpriseId, ref as JourneyRefKind, { search: name, ids: undefined, within: '', limit: 50 });
    const same = rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
    if (same) found.set(key, { id: same.id, name: same.name });
  }
  return found;
}
