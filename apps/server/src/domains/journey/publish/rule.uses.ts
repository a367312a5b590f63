import type { Tx } from '#platform/db/database.ts';
import type { Used } from '../../customer/door.ts';
import { findStreamsOfWord } from './rule.repository.ts';

/** Rules that name an attribute, group or label of the phone book. */
export async function listRulesNaming(tx: Tx, enterpriseId: string, used: Used) {
  if ('filterId' in used) return [];
  const [kind, word] = 'setId' in used ? (['schedule', used.setId] as const) : (['attribute', used.attributeId] as const);
  const rows = await findStreamsOfWord(tx, enterpriseId, kind, word);
  return rows.map(({ name }) => ({ name: `rule of the stream ${name}`, isRunning: false }));
}
