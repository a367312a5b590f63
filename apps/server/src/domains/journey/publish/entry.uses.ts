import type { Tx } from '#platform/db/database.ts';
import type { Used } from '../../customer/door.ts';

/** Rules that name an attribute, group or label of the phone book. */
export async function listRulesNaming(tx: Tx, enterpriseId: string, used: Used) {
  if ('filterId' in used) return [];
  const [kind, word] = 'setId' in used ? (['schedule', used.setId] as const) : (['attribute', used.attributeId] as const);
  const rows = await tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .select('j.name')
    .distinct()
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.kind', '=', kind)
    .where('e.word', '=', word)
    .orderBy('j.name')
    .execute();
  return rows.map(({ name }) => ({ name: `rule of the stream ${name}`, isRunning: false }));
}
