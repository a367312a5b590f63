import { type Selectable, sql } from 'kysely';
import { type AuditKeys, merkleRoot, type Segment, segmentText } from '#platform/audit/seal.ts';
import { advisoryLocks } from '#platform/db/advisory-locks.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { AuditDetailTable, AuditEntryTable } from '#platform/db/schema.audit.ts';
import type { EnterpriseContext } from '../../../context.ts';

export const segmentEntries = 4096;
const sealedAtOnce = 1000;
const dayMs = 86_400_000;

/** Appends all that is committed to the chain, behind whoever appends to it now. @returns how many entries */
export async function sealEntries(ctx: Pick<EnterpriseContext, 'transaction'>): Promise<number> {
  for (let total = 0; ; ) {
    const sealed = await ctx.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.auditChain}::integer, hashtext(current_enterprise_id()::text))`.execute(tx);
      const { rows } = await sql<{ sealed: number }>`select seal_audit(${sealedAtOnce}) as sealed`.execute(tx);
      return rows[0]?.sealed ?? 0;
    });
    total += sealed;
    if (sealed < sealedAtOnce) return total;
  }
}

export const readSegments = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('auditSegments').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('firstNumber').execute();

const lastSegment = (tx: Tx, enterpriseId: string) =>
  tx
    .selectFrom('auditSegments')
    .select(['lastNumber', 'lastLink', 'closedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('firstNumber', 'desc')
    .limit(1)
    .executeTakeFirst();

type Nullable<T> = { [K in keyof T]: T[K] | null };
/** A link of the chain with what was sealed; what is not there any more is null. */
export type Sealed = { number: number; sealedId: string; sealedAt: Date; link: Buffer } & Nullable<
  Selectable<AuditEntryTable> & Pick<Selectable<AuditDetailTable>, 'salt' | 'details'> & { erasedAt: Date }
>;

/** Links from a place of the chain on. Each part is looked up by its key: a join would read whole tables that the planner takes for small. */
export async function readChain(tx: Read, enterpriseId: string, from: number, limit: number): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select c.number, c.entry_id as sealed_id, c.at as sealed_at, c.link, e.*, d.salt, d.details, x.erased_at
    from (select number, entry_id, at, link from audit_chain where enterprise_id = ${enterpriseId} and number >= ${from} order by number limit ${limit}) c
    left join lateral (select * from audit_entries e where e.enterprise_id = ${enterpriseId} and e.entry_id = c.entry_id and e.at = c.at offset 0) e on true
    left join lateral (select salt, details from audit_details d where d.enterprise_id = ${enterpriseId} and d.entry_id = c.entry_id offset 0) d on true
    left join lateral (select erased_at from audit_erasures x where x.enterprise_id = ${enterpriseId} and x.entry_id = c.entry_id offset 0) x on true
    order by c.number`.execute(tx);
  return rows;
}

/** Signs a segment once it is full, or a day after the one before. @returns whether there was one to close */
export async function closeSegment(ctx: EnterpriseContext, keys: AuditKeys): Promise<boolean> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const before = await lastSegment(tx, enterpriseId);
    const firstNumber = (before?.lastNumber ?? 0) + 1;
    const links = await readChain(tx, enterpriseId, firstNumber, segmentEntries);
    const oldest = links[0];
    if (!oldest || (links.length < segmentEntries && ctx.now().getTime() - oldest.sealedAt.getTime() < dayMs)) return false;
    const hashes = links.map(({ hash }) => hash ?? Buffer.alloc(32));
    const segment: Segment = {
      enterpriseId,
      firstNumber,
      lastNumber: firstNumber + links.length - 1,
      previousLink: before?.lastLink ?? Buffer.alloc(32),
      lastLink: links.at(-1)?.link as Buffer,
      root: merkleRoot(hashes),
    };
    await tx
      .insertInto('auditSegments')
      .values({ ...segment, closedAt: ctx.now(), signature: keys.sign(segmentText(segment)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}
