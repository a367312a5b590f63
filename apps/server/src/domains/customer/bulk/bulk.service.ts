import { type BulkJob, fieldError, type Selection } from '@parley/contract';
import { sql } from 'kysely';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { listFiles } from '../../file/door.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { workOnBulk } from '../attribute/customer.jobs.ts';
import { readFilter } from '../filter/customer.filter.ts';
import { readingOf, seesAll } from '../record/customer.reading.ts';
import { accessSets } from '../set/set.service.ts';
import type { StoredSelection } from './bulk.chosen.ts';
import { bulkRecord, countsOf } from './bulk.record.ts';
import { type BulkRow, findBulk, isOver, updateBulk } from './bulk.repository.ts';

const bulkNotFound = () => new DomainError('bulk.not_found', 'No such job.', {});
const listed = 20;

/** The file of an export is for its requester: it holds what their role may read. */
async function present(tx: Read, { enterpriseId, userId }: Actor, rows: readonly BulkRow[]): Promise<BulkJob[]> {
  const [names, files] = await Promise.all([
    findUserNames(
      tx,
      enterpriseId,
      rows.map((row) => row.createdBy),
    ),
    listFiles(
      tx,
      enterpriseId,
      rows.flatMap((row) => (row.createdBy === userId ? (row.fileId ?? []) : [])),
    ),
  ]);
  return rows.map((row, index) => {
    const file = files.find((candidate) => candidate.fileId === row.fileId);
    return {
      id: row.bulkId,
      action: row.action,
      state: row.state,
      total: row.total,
      done: row.done,
      changed: row.changed,
      reason: row.reason,
      createdBy: names[index] ?? '',
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      file: file ? { id: file.fileId, name: file.name, size: file.sizeBytes } : null,
    };
  });
}

async function presentOne(tx: Read, actor: Actor, row: BulkRow): Promise<BulkJob> {
  const [job] = await present(tx, actor, [row]);
  if (!job) throw bulkNotFound();
  return job;
}

/** Keeps the ids that are customers of the enterprise, each once. */
async function listOwnIds(tx: Tx, enterpriseId: string, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`select customer_id from customers
    where enterprise_id = ${enterpriseId} and customer_id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}

export type BulkStart = { action: BulkJob['action']; selection: Selection; setIds: readonly string[]; key: string };

/**
 * Asks for work on many customers. Asked again with the same key it answers the job of before.
 * @throws DomainError group.not_found, filter.not_found, filter.invalid, or request.invalid when groups or labels are lacking
 */
export function startBulk(ctx: Ctx, { action, selection, setIds, key }: BulkStart): Promise<BulkJob> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    if (action === 'group' || action === 'label') {
      if (setIds.length === 0) throw invalidRequest(fieldError('setIds', 'field.required'));
      await accessSets(tx, enterpriseId, action, setIds);
    }
    const eyes = readingOf(ctx.actor);
    if ('filter' in selection) {
      await readFilter(tx, enterpriseId, selection.filter, await listAttributes(tx, enterpriseId), !seesAll(eyes));
    }
    const bulkId = newId();
    const chosen = 'customerIds' in selection ? { customerIds: await listOwnIds(tx, enterpriseId, selection.customerIds) } : selection;
    const stored: StoredSelection = { ...chosen, eyes, ...(ctx.reason ? { why: ctx.reason } : {}) };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('customerBulkJobs')
      .values({
        enterpriseId,
        bulkId,
        action,
        selection: JSON.stringify(stored),
        setIds: [...setIds],
        // Ids are in the order of time: customers that are added later are not selected.
        lastCustomerId: newId(),
        requestKey: key,
        total: 'customerIds' in chosen ? chosen.customerIds.length : null,
        fileId: null,
        createdBy: ctx.actor.userId,
        finishedAt: null,
      })
      // Written out: a kept plan with '' as a parameter fits no partial index any more.
      .onConflict((conflict) =>
        conflict.columns(['enterpriseId', 'createdBy', 'requestKey']).where(sql<boolean>`request_key <> ''`).doNothing(),
      )
      .executeTakeFirst();
    const row =
      numInsertedOrUpdatedRows === 0n
        ? await tx
            .selectFrom('customerBulkJobs')
            .selectAll()
            .where('enterpriseId', '=', enterpriseId)
            .where('createdBy', '=', ctx.actor.userId)
            .where('requestKey', '=', key)
            .executeTakeFirst()
        : await findBulk(tx, enterpriseId, bulkId);
    if (!row) throw bulkNotFound();
    if (row.bulkId === bulkId) {
      recordChange(ctx, tx, { record: bulkRecord, id: bulkId, action: 'create', after: await bulkRecord.read(tx, enterpriseId, bulkId) });
      await ctx.jobs.enqueue(tx, workOnBulk, { enterpriseId, bulkId });
    }
    return presentOne(tx, ctx.actor, row);
  });
}

export function listBulkJobs(ctx: Ctx): Promise<BulkJob[]> {
  return ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('customerBulkJobs')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .orderBy('bulkId', 'desc')
      .limit(listed)
      .execute();
    return present(tx, ctx.actor, rows);
  });
}

/** @throws DomainError bulk.not_found */
export function getBulkJob(ctx: Ctx, bulkId: string): Promise<BulkJob> {
  return ctx.read(async (tx) => {
    const row = await findBulk(tx, ctx.enterpriseId, bulkId);
    if (!row) throw bulkNotFound();
    return presentOne(tx, ctx.actor, row);
  });
}

/** Stops before the next step. @throws DomainError bulk.not_found or bulk.finished */
export function cancelBulk(ctx: Ctx, bulkId: string): Promise<BulkJob> {
  return ctx.transaction(async (tx) => {
    const row = await findBulk(tx, ctx.enterpriseId, bulkId, { lock: true });
    if (!row) throw bulkNotFound();
    if (isOver(row.state)) throw new DomainError('bulk.finished', 'The job has already ended.', {});
    const change = { state: 'cancelled', finishedAt: ctx.now() } as const;
    await changing(ctx, tx, bulkRecord, bulkId, 'cancel', () => updateBulk(tx, row, change), { counts: countsOf(row) });
    return presentOne(tx, ctx.actor, { ...row, ...change });
  });
}
