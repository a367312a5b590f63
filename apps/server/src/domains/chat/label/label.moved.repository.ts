import { chatLabelsMax } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { insertLabel, listLabels, lockLabels } from './label.repository.ts';

const usualColour = '#868e96';
const longestName = 80;

/** Labels of no department, by their lowered names. */
export async function findMovedLabels(tx: Read, enterpriseId: string, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ labelId: string; name: string }>`select l.label_id, lower(l.name) as name from chat_labels l
    where l.enterprise_id = ${enterpriseId} and l.dept_id is null and lower(l.name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(
    tx,
  );
  return new Map(rows.map(({ labelId, name }) => [name, labelId]));
}

/** Makes missing labels of no department, as far as there is room. @returns ids by their lowered names, with whether each is new */
export async function addMovedLabels(
  tx: Tx,
  enterpriseId: string,
  names: readonly string[],
): Promise<Map<string, { labelId: string; isNew: boolean }>> {
  await lockLabels(tx, enterpriseId, null);
  const known = await findMovedLabels(tx, enterpriseId, names);
  const found = new Map([...known].map(([name, labelId]) => [name, { labelId, isNew: false }]));
  const others = await listLabels(tx, enterpriseId, null);
  let place = (others.at(-1)?.place ?? -1) + 1;
  let room = chatLabelsMax - others.length;
  for (const name of names) {
    if (found.has(name.toLowerCase()) || room <= 0 || name.length > longestName || name.trim() === '') continue;
    const labelId = newId();
    await insertLabel(tx, { enterpriseId, labelId, deptId: null, name: name.trim(), colour: usualColour, isActive: true, place });
    found.set(name.toLowerCase(), { labelId, isNew: true });
    place += 1;
    room -= 1;
  }
  return found;
}

/** Deletes a label that a move has made, unless it was changed or a chat has it. @returns why it stays */
export async function removeMovedLabel(
  tx: Tx,
  enterpriseId: string,
  labelId: string,
): Promise<'changed' | 'used' | 'not_here' | undefined> {
  const { rows } = await sql<{ version: number; isUsed: boolean }>`select l.version, exists (select from chat_label_marks m
      where m.enterprise_id = l.enterprise_id and m.label_id = l.label_id) as is_used
    from chat_labels l where l.enterprise_id = ${enterpriseId} and l.label_id = ${labelId} for update`.execute(tx);
  const [row] = rows;
  if (!row) return 'not_here';
  if (row.version > 1) return 'changed';
  if (row.isUsed) return 'used';
  await sql`delete from chat_labels l where l.enterprise_id = ${enterpriseId} and l.label_id = ${labelId}`.execute(tx);
  return undefined;
}
