import { randomUUIDv7 } from 'node:crypto';
import type { BulkJob, Selection } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../context.ts';
import { listFiles } from '../file/file.repository.ts';
import { findUserNames } from '../user/user.names.ts';
import { listAttributes } from './attribute.service.ts';
import type { StoredSelection } from './bulk.chosen.ts';
import { type BulkRow, findBulk, isOver, updateBulk } from './bulk.repository.ts';
import { readFilter } from './customer.filter.ts';
import { workOnBulk } from './customer.jobs.ts';
import { eyesOf } from './customer.present.ts';
import { accessSets } from './set.service.ts';

const bulkNotFound = () => new DomainError('bulk.not_found', 'No such job.', {});
const listed = 20;

async function present(tx: Tx, enterpriseId: string, rows: readonly BulkRow[]): Promise<BulkJob[]> {
  const [names, files] = await Promise.all([
    findUserNames(
      tx,
      enterpriseId,
      rows.map((row) => row.createdBy),
    ),
    listFiles(
      tx,
      enterpriseId,
      rows.flatMap((row) => row.fileId ?? []),
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

async function presentOne(tx: Tx, row: BulkRow): Promise<BulkJob> {
  const [job] = await present(tx, row.enterpriseId, [row]);
  if (!job) throw bulkNotFound();
  return job;
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
      if (setIds.length === 0)
        throw new DomainError('request.invalid', 'setIds: This field is required', {
          issues: [{ field: 'setIds', reason: 'This field is required' }],
        });
      await accessSets(tx, enterpriseId, action, setIds);
    }
    const eyes = eyesOf(ctx.actor);
    if ('filter' in selection) {
      const isNameOnly = !eyes.seesNumbers || !eyes.seesEmails;
      await readFilter(tx, enterpriseId, selection.filter, await listAttributes(tx, enterpriseId), isNameOnly);
    }
    const bulkId = randomUUIDv7();
    const stored: StoredSelection = { ...selection, eyes };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('customerBulkJobs')
      .values({
        enterpriseId,
        bulkId,
        action,
        selection: JSON.stringify(stored),
        setIds: [...setIds],
        // Ids are made in the order of time: whoever comes later is not meant.
        lastCustomerId: randomUUIDv7(),
        requestKey: key,
        total: 'customerIds' in selection ? new Set(selection.customerIds).size : null,
        fileId: null,
        createdBy: ctx.actor.userId,
        finishedAt: null,
      })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'createdBy', 'requestKey']).where('requestKey', '<>', '').doNothing())
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
    if (row.bulkId === bulkId) await ctx.jobs.enqueue(tx, workOnBulk, { enterpriseId, bulkId });
    return presentOne(tx, row);
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
    return present(tx, ctx.enterpriseId, rows);
  });
}

/** @throws DomainError bulk.not_found */
export function getBulkJob(ctx: Ctx, bulkId: string): Promise<BulkJob> {
  return ctx.read(async (tx) => {
    const row = await findBulk(tx, ctx.enterpriseId, bulkId);
    if (!row) throw bulkNotFound();
    return presentOne(tx, row);
  });
}

/** Stops before the next step. @throws DomainError bulk.not_found or bulk.finished */
export function cancelBulk(ctx: Ctx, bulkId: string): Promise<BulkJob> {
  return ctx.transaction(async (tx) => {
    const row = await findBulk(tx, ctx.enterpriseId, bulkId, { lock: true });
    if (!row) throw bulkNotFound();
    if (isOver(row.state)) throw new DomainError('bulk.finished', 'The job is over already.', {});
    const change = { state: 'cancelled', finishedAt: ctx.now() } as const;
    await updateBulk(tx, row, change);
    return presentOne(tx, { ...row, ...change });
  });
}
