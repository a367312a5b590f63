import type { DateOrder, HeaderMapping } from '@parley/contract';
import { sql } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { mappingRecord } from './mapping.record.ts';

export const listMappings = (tx: Tx, enterpriseId: string) =>
  tx
    .selectFrom('csvMappings')
    .select(['mappingId as id', 'name', 'headerMapping', 'dateOrder', 'leavesOut'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute();

type Kept = { mapping: readonly HeaderMapping[]; dateOrder: DateOrder; leavesOut: boolean };

/** Keeps a mapping with how its file is read under a name, in the place of the one that is called so. */
export async function keepMapping(ctx: Ctx, tx: Tx, name: string, { mapping, dateOrder, leavesOut }: Kept): Promise<void> {
  if (name.trim() === '') return;
  const { enterpriseId } = ctx;
  const headerMapping = JSON.stringify(mapping);
  const known = await tx
    .selectFrom('csvMappings')
    .select('mappingId')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())
    .executeTakeFirst();
  const save = async (): Promise<string> => {
    const { rows } = await sql<{ mappingId: string }>`insert into csv_mappings
        (enterprise_id, mapping_id, name, header_mapping, date_order, leaves_out)
      values (${enterpriseId}, ${newId()}, ${name.trim()}, ${headerMapping}, ${dateOrder}, ${leavesOut})
      on conflict (enterprise_id, lower(name)) do update
        set header_mapping = excluded.header_mapping, date_order = excluded.date_order, leaves_out = excluded.leaves_out
      returning mapping_id`.execute(tx);
    return rows[0]?.mappingId ?? '';
  };
  if (known) await changing(ctx, tx, mappingRecord, known.mappingId, 'edit', save);
  else await creating(ctx, tx, mappingRecord, (id) => id, save);
}

/** @throws DomainError mapping.not_found */
export function removeMapping(ctx: Ctx, mappingId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { numDeletedRows } = await changing(ctx, tx, mappingRecord, mappingId, 'delete', () =>
      tx
        .deleteFrom('csvMappings')
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('mappingId', '=', mappingId)
        .executeTakeFirstOrThrow(),
    );
    if (numDeletedRows === 0n) throw new DomainError('mapping.not_found', 'No such saved mapping.', {});
  });
}
