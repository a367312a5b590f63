import { randomUUIDv7 } from 'node:crypto';
import type { HeaderMapping } from '@parley/contract';
import { sql } from 'kysely';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { mappingRecord } from './mapping.record.ts';

export const listMappings = (tx: Tx, enterpriseId: string) =>
  tx
    .selectFrom('csvMappings')
    .select(['mappingId as id', 'name', 'headerMapping'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute();

/** Keeps a mapping under a name, in the place of the one that is called so. */
export async function keepMapping(ctx: Ctx, tx: Tx, name: string, mapping: readonly HeaderMapping[]): Promise<void> {
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
    const { rows } = await sql<{ mappingId: string }>`insert into csv_mappings (enterprise_id, mapping_id, name, header_mapping)
      values (${enterpriseId}, ${randomUUIDv7()}, ${name.trim()}, ${headerMapping})
      on conflict (enterprise_id, lower(name)) do update set header_mapping = excluded.header_mapping returning mapping_id`.execute(tx);
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
