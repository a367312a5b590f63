import type { PersonCopy } from '@parley/contract';
import type { Selectable } from 'kysely';
import { recordChange } from '#platform/audit/trail.ts';
import type { PersonCopyTable } from '#platform/db/schema.customer.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { removeFiles } from '../../file/door.ts';
import { assertSeesAll } from '../erasure/erasure.service.ts';
import { copyPerson } from '../erasure/privacy.jobs.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { customerRecord } from '../record/customer.record.ts';

const keptMs = 7 * 86_400_000;

const present = (row: Pick<Selectable<PersonCopyTable>, 'copyId' | 'requestedAt' | 'finishedAt' | 'fileId'>): PersonCopy => ({
  id: row.copyId,
  requestedAt: row.requestedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  fileId: row.fileId,
});

/** @throws DomainError customer.not_found or person.hidden */
export function startCopy(ctx: Ctx, customerId: string): Promise<PersonCopy> {
  assertSeesAll(ctx);
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    await accessCustomer(tx, enterpriseId, customerId);
    const row = { copyId: newId(), requestedAt: ctx.now(), finishedAt: null, fileId: null };
    await tx
      .insertInto('personCopies')
      .values({ enterpriseId, customerId, requestedBy: actor.userId, ...row })
      .execute();
    const after = await customerRecord.read(tx, enterpriseId, customerId);
    recordChange(ctx, tx, { record: customerRecord, id: customerId, action: 'export', before: after, after });
    await ctx.jobs.enqueue(tx, copyPerson, { enterpriseId, copyId: row.copyId });
    return present(row);
  });
}

/** @throws DomainError customer.not_found or person.hidden */
export function listCopies(ctx: Ctx, customerId: string): Promise<PersonCopy[]> {
  assertSeesAll(ctx);
  return ctx.read(async (tx) => {
    await accessCustomer(tx, ctx.enterpriseId, customerId);
    const rows = await tx
      .selectFrom('personCopies')
      .select(['copyId', 'requestedAt', 'finishedAt', 'fileId'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('customerId', '=', customerId)
      .where('requestedBy', '=', ctx.actor.userId)
      .where('requestedAt', '>', new Date(ctx.now().getTime() - keptMs))
      .orderBy('copyId', 'desc')
      .limit(10)
      .execute();
    return rows.map(present);
  });
}

/** Zips of a week ago go: each is everything about somebody. */
export function removeOldCopies(ctx: EnterpriseContext): Promise<void> {
  return ctx.transaction(async (tx) => {
    const gone = await tx
      .deleteFrom('personCopies')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('requestedAt', '<=', new Date(ctx.now().getTime() - keptMs))
      .returning('fileId')
      .execute();
    await removeFiles(
      tx,
      ctx.enterpriseId,
      gone.flatMap(({ fileId }) => fileId ?? []),
    );
  });
}
