import { type Export, type ExportFilter, type ExportKind, exportDays, exportsAtOnce, rowsAtOnce } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { insertFile, listFiles, removeFiles, type StoredFile } from '../../file/door.ts';
import type { AnyExport, AnyList } from '../export-list/export.definition.ts';
import { assertReads, definitionOf, openList } from '../export-list/export.open.ts';
import { type WrittenFile, writeList } from '../export-list/export.write.ts';
import { makeExport } from './export.jobs.ts';
import { exportRecord } from './export.record.ts';
import {
  countUnfinished,
  deleteExport,
  type ExportRow,
  findExport,
  findExportByKey,
  insertExport,
  listExportsOf,
  updateExport,
} from './export.repository.ts';
import { type ExportRights, reachesAll, rightsOfMaker } from './export.rules.ts';

const mostListed = 100;
const dayMs = 86_400_000;
export const exportNotFound = () => new DomainError('export.not_found', 'No such export.', {});
export const isOver = ({ state }: Pick<ExportRow, 'state'>): boolean => state !== 'waiting' && state !== 'running';

const present = (row: ExportRow): Export => ({
  id: row.exportId,
  kind: row.kind,
  name: row.name,
  state: row.state,
  rows: row.rows,
  total: row.total,
  sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
  fault: row.fault,
  downloads: row.downloads,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

/** An own export; those of others are not there. @throws DomainError export.not_found */
async function accessExport(ctx: Ctx, tx: Tx, exportId: string): Promise<ExportRow> {
  const row = await findExport(tx, ctx.enterpriseId, exportId, { lock: true });
  if (row?.createdBy !== ctx.actor.userId) throw exportNotFound();
  return row;
}

/** Keeps a written file and says so in the transaction of its export. */
export async function keepFile(ctx: EnterpriseContext, tx: Tx, row: Pick<ExportRow, 'enterpriseId'>, name: string, written: WrittenFile) {
  const { sha256, sizeBytes } = written.received;
  const fileId = newId();
  // Nobody's own upload: the file is opened by its export alone, which asks for the rights of now.
  const bytes = { sha256, name, type: 'text/csv', kind: 'document', sizeBytes } as const;
  await insertFile(tx, { enterpriseId: row.enterpriseId, fileId, ...bytes, createdBy: null, visitorAddress: null });
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + exportDays * dayMs);
  return {
    state: 'ready',
    fileId,
    name,
    rows: written.rows,
    total: written.rows,
    sizeBytes,
    filter: '{}',
    finishedAt: now,
    expiresAt,
  } as const;
}

type Start = { kind: ExportKind; filter: ExportFilter; requestKey: string };

/** Records who takes a list out of the house, with what its own trail says of it. */
const noteLeaving = (ctx: Ctx, tx: Tx, { trail }: Pick<AnyList, 'trail'>): void => {
  if (trail) recordChange(ctx, tx, { ...trail, action: 'export' });
};

/**
 * Makes a file of a list: a short one now, a long one by a job. Asked again with the same key it answers the export of before.
 * @throws DomainError 1403, request.invalid, export.too_many, and what the list's domain refuses
 */
export async function startExport(ctx: Ctx, definition: AnyExport, { kind, filter, requestKey }: Start): Promise<Export> {
  const { enterpriseId, actor } = ctx;
  assertReads(actor, definition);
  const known = requestKey === '' ? undefined : await ctx.read((tx) => findExportByKey(tx, enterpriseId, actor.userId, requestKey));
  if (known) return present(known);
  const list = await openList(ctx, definition, filter);
  const written = await writeList(ctx, list, (rows) => rows <= rowsAtOnce);
  if (written.isWhole) await written.received.keep();
  else await written.received.discard();
  const exportId = newId();
  return ctx.transaction(async (tx) => {
    if (!written.isWhole && (await countUnfinished(tx, enterpriseId, actor.userId)) >= exportsAtOnce)
      throw new DomainError('export.too_many', `At most ${exportsAtOnce} exports of a user are made at once.`, { most: exportsAtOnce });
    const asked = {
      enterpriseId,
      exportId,
      kind,
      requestKey,
      createdBy: actor.userId,
      createdAt: ctx.now(),
      rights: JSON.stringify(rightsOfMaker(actor)),
    };
    const begun = { ...asked, name: list.name, state: 'waiting', filter: JSON.stringify(filter) } as const;
    if (!(await insertExport(tx, begun))) {
      const other = await findExportByKey(tx, enterpriseId, actor.userId, requestKey);
      if (!other) throw exportNotFound();
      return present(other);
    }
    noteLeaving(ctx, tx, list);
    recordChange(ctx, tx, {
      record: exportRecord,
      id: exportId,
      action: 'create',
      after: await exportRecord.read(tx, enterpriseId, exportId),
    });
    if (written.isWhole) await updateExport(tx, { enterpriseId, exportId }, await keepFile(ctx, tx, asked, list.name, written));
    else await ctx.jobs.enqueue(tx, makeExport, { enterpriseId, exportId });
    const row = await findExport(tx, enterpriseId, exportId);
    if (!row) throw exportNotFound();
    return present(row);
  });
}

export const listExports = (ctx: Ctx): Promise<{ exports: Export[] }> =>
  ctx.read(async (tx) => ({ exports: (await listExportsOf(tx, ctx.enterpriseId, ctx.actor.userId, mostListed)).map(present) }));

/** @throws DomainError export.not_found */
export const getExport = (ctx: Ctx, exportId: string): Promise<Export> =>
  ctx.read(async (tx) => {
    const row = await findExport(tx, ctx.enterpriseId, exportId);
    if (row?.createdBy !== ctx.actor.userId) throw exportNotFound();
    return present(row);
  });

/** Stops at the end of the page that is being written. @throws DomainError export.not_found or export.finished */
export const cancelExport = (ctx: Ctx, exportId: string): Promise<Export> =>
  ctx.transaction(async (tx) => {
    const row = await accessExport(ctx, tx, exportId);
    if (isOver(row)) throw new DomainError('export.finished', 'The export has already ended.', {});
    const change = { state: 'cancelled', finishedAt: ctx.now(), filter: '{}' } as const;
    await changing(ctx, tx, exportRecord, exportId, 'cancel', () => updateExport(tx, row, change), { counts: { rows: row.rows } });
    return present({ ...row, state: 'cancelled', finishedAt: change.finishedAt });
  });

/** @throws DomainError export.not_found */
export const removeExport = (ctx: Ctx, exportId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await accessExport(ctx, tx, exportId);
    if (row.fileId) await removeFiles(tx, ctx.enterpriseId, [row.fileId]);
    await changing(ctx, tx, exportRecord, exportId, 'delete', () => deleteExport(tx, ctx.enterpriseId, exportId));
  });

/**
 * The file of an own export. Each download is an entry of the trail.
 * @param isLook only what the file would be is asked for
 * @throws DomainError export.not_found, and export.gone where its maker may not read any more what stands in it
 */
export const openExport = (ctx: Ctx, exportId: string, { isLook }: { isLook: boolean }): Promise<StoredFile> =>
  ctx.transaction(async (tx) => {
    const row = await accessExport(ctx, tx, exportId);
    const [file] = row.fileId && row.state === 'ready' ? await listFiles(tx, ctx.enterpriseId, [row.fileId]) : [];
    if (!file || (row.expiresAt && row.expiresAt <= ctx.now())) throw exportNotFound();
    assertReads(ctx.actor, definitionOf(ctx, row.kind));
    if (!reachesAll(rightsOfMaker(ctx.actor), row.rights as ExportRights))
      throw new DomainError('export.gone', 'Your rights have changed since the file was made. Export the list again.', {});
    if (isLook) return file;
    await updateExport(tx, row, { downloads: row.downloads + 1 });
    recordChange(ctx, tx, { record: exportRecord, id: exportId, action: 'export', name: row.name, counts: { rows: row.rows } });
    return file;
  });
