import { sql } from 'kysely';
import { type AuditKeys, merkleRoot, type Segment } from '#platform/audit/seal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';

export const segmentEntries = 4096;
const sealedAtOnce = 1000;
const dayMs = 86_400_000;

/** Appends all that is committed to the chain. @returns how many entries */
export async function sealEntries(ctx: Pick<EnterpriseContext, 'transaction'>): Promise<number> {
  for (let total = 0; ; ) {
    const sealed = await ctx.transaction(async (tx) => {
      const { rows } = await sql<{ sealed: number }>`select seal_audit(${sealedAtOnce}) as sealed`.execute(tx);
      return rows[0]?.sealed ?? 0;
    });
    total += sealed;
    if (sealed < sealedAtOnce) return total;
  }
}

export const readSegments = (tx: Tx, enterpriseId: string) =>
  tx.selectFrom('auditSegments').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('firstNumber').execute();

const lastSegment = (tx: Tx, enterpriseId: string) =>
  tx
    .selectFrom('auditSegments')
    .select(['lastNumber', 'lastLink', 'closedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('firstNumber', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Links of the chain with the hash of each entry; an entry that is not there any more has none. */
export const readLinks = (tx: Tx, enterpriseId: string, from: number, limit: number) =>
  tx
    .selectFrom('auditChain as c')
    .leftJoin('auditEntries as e', (join) =>
      join.onRef('e.enterpriseId', '=', 'c.enterpriseId').onRef('e.entryId', '=', 'c.entryId').onRef('e.at', '=', 'c.at'),
    )
    .select(['c.number', 'c.entryId', 'c.link', 'c.at', 'e.hash'])
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.number', '>=', from)
    .orderBy('c.number')
    .limit(limit)
    .execute();

/** Signs a segment once it is full, or a day after the one before. @returns whether there was one to close */
export async function closeSegment(ctx: EnterpriseContext, keys: AuditKeys): Promise<boolean> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const before = await lastSegment(tx, enterpriseId);
    const firstNumber = (before?.lastNumber ?? 0) + 1;
    const links = await readLinks(tx, enterpriseId, firstNumber, segmentEntries);
    const oldest = links[0];
    if (!oldest || (links.length < segmentEntries && ctx.now().getTime() - oldest.at.getTime() < dayMs)) return false;
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
      .values({ ...segment, closedAt: ctx.now(), signature: keys.signSegment(segment) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}
