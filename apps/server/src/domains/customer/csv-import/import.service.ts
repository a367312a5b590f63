import { randomUUIDv7 } from 'node:crypto';
import type { CsvUploadRequest, ParsedCsv, UndoForesight, UploadRecord } from '@parley/contract';
import { sql } from 'kysely';
import { changing, excuse } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames, readTimeZone } from '../../account/door.ts';
import { listAttributes } from '../customer/attribute.service.ts';
import { countryOf } from '../customer/customer.country.ts';
import { shownAttributes } from '../customer/customer.query.ts';
import { accessSets } from '../customer/set.service.ts';
import type { Use, Used } from '../customer/uses.ts';
import { findHead } from './csv.head.task.ts';
import { readText } from './import.file.ts';
import { runImports } from './import.jobs.ts';
import { listSystemFields, proposeMapping, readMapping } from './import.mapping.ts';
import { presentImport, undoUntil } from './import.present.ts';
import { countsOf, importRecord } from './import.record.ts';
import { accessImport, type ImportRow, updateImport } from './import.repository.ts';
import { openStored } from './import.source.ts';
import { settleStarts } from './import.starts.ts';
import { foreseeUndo, undoStart } from './import.undo.ts';
import { keepMapping, listMappings } from './mapping.service.ts';

const stateInvalid = (phase: string, message: string) => new DomainError('import.state_invalid', message, { phase });

async function presentRows(ctx: Ctx, tx: Tx, rows: readonly ImportRow[]): Promise<UploadRecord[]> {
  const [timeZone, names] = await Promise.all([
    readTimeZone(tx, ctx.enterpriseId),
    findUserNames(
      tx,
      ctx.enterpriseId,
      rows.map((row) => row.createdBy),
    ),
  ]);
  return rows.map((row, index) => presentImport(row, { timeZone, createdBy: names[index] ?? '', now: ctx.now() }));
}

async function presentOne(ctx: Ctx, tx: Tx, importId: string): Promise<UploadRecord> {
  const [record] = await presentRows(ctx, tx, [await accessImport(tx, ctx.enterpriseId, importId)]);
  return record as UploadRecord;
}

/**
 * The first post: reads the file's head and keeps what was found; nothing is imported yet.
 * @throws DomainError file.not_found or import.file_invalid
 */
export async function parseUpload(ctx: Ctx, request: CsvUploadRequest): Promise<ParsedCsv> {
  const { enterpriseId } = ctx;
  const stored = await readText(ctx, request.file?.path ?? '');
  const head = await findHead(ctx, openStored(ctx, stored));
  const importId = randomUUIDv7();
  const fileName = request.file?.name.trim() || stored.name;
  return ctx.transaction(async (tx) => {
    excuse(tx, 'nothing is imported, and nobody sees the file in a list, until its mapping is submitted');
    const attributes = shownAttributes(await listAttributes(tx, enterpriseId));
    const country = (await countryOf(tx, enterpriseId, request.country ?? '')) ?? '';
    await tx
      .insertInto('csvImports')
      .values({
        enterpriseId,
        importId,
        fileId: stored.fileId,
        fileName,
        sizeBytes: stored.sizeBytes,
        sha256: stored.sha256,
        markBytes: stored.markBytes,
        encoding: stored.encoding,
        delimiter: head.delimiter,
        headers: JSON.stringify(head.headers),
        byteOffset: head.bodyStart.byte,
        lineNumber: head.bodyStart.line,
        country,
        createdBy: ctx.actor.userId,
        groupId: null,
        labelId: null,
        firstCustomerId: null,
        lastCustomerId: null,
        submittedAt: null,
        completedAt: null,
        undoneAt: null,
      })
      .execute();
    const systemFields = listSystemFields(attributes);
    return {
      uploadId: importId,
      fileName,
      parsedHeaders: { systemHeaders: systemFields.map(({ name }) => name), userHeaders: head.headers },
      systemFields,
      proposal: proposeMapping(head.headers, attributes),
      sampleRows: head.sampleRows,
      delimiter: head.delimiter,
      encoding: stored.encoding,
      country,
      savedMappings: await listMappings(tx, enterpriseId),
    };
  });
}

/**
 * The second post: the mapping is decided, and the import waits for its turn. Sent again it answers what became of the first time.
 * @throws DomainError import.not_found, import.mapping_invalid with every fault, group.not_found
 */
export function submitUpload(ctx: Ctx, uploadId: string, request: CsvUploadRequest): Promise<UploadRecord> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessImport(tx, enterpriseId, uploadId, { lock: true });
    if (row.phase !== 'parsed') return presentOne(ctx, tx, uploadId);
    const attributes = shownAttributes(await listAttributes(tx, enterpriseId));
    const mapping = request.headerMapping ?? [];
    const replaces = request.replace === true || request.replace === 'true';
    const { errors } = readMapping(row.headers, mapping, attributes, replaces);
    const [first] = errors;
    if (first) throw new DomainError('import.mapping_invalid', first.message, { errors });
    const [group] = request.groupId ? await accessSets(tx, enterpriseId, 'group', [request.groupId]) : [];
    const [label] = request.segmentId ? await accessSets(tx, enterpriseId, 'label', [request.segmentId]) : [];
    const country = request.country ? ((await countryOf(tx, enterpriseId, request.country)) ?? '') : row.country;
    await keepMapping(ctx, tx, request.mappingName ?? '', mapping);
    const change = {
      phase: 'queued' as const,
      headerMapping: JSON.stringify(mapping),
      replaces,
      startsStreams: request.startStreams === true || request.startStreams === 'true',
      groupId: group?.setId ?? null,
      groupName: group?.name ?? '',
      labelId: label?.setId ?? null,
      labelName: label?.name ?? '',
      country,
      submittedAt: ctx.now(),
    };
    await changing(ctx, tx, importRecord, uploadId, 'import', () => updateImport(tx, row, change));
    await ctx.jobs.enqueue(tx, runImports, { enterpriseId });
    return presentOne(ctx, tx, uploadId);
  });
}

export type UploadsQuery = { from: number; perPage: number; fromDate: string; toDate: string };
const longestPage = 200;

/** A day named as the end counts whole. */
const endOf = (date: string) => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(new Date(date).getTime() + 86_400_000) : new Date(date));

export function listUploads(ctx: Ctx, query: UploadsQuery): Promise<{ customerCSVs: UploadRecord[]; hasMore: boolean }> {
  const length = query.perPage === -1 ? longestPage : query.perPage;
  return ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('csvImports')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('submittedAt', 'is not', null)
      .$if(query.fromDate !== '', (found) => found.where('submittedAt', '>=', new Date(query.fromDate)))
      .$if(query.toDate !== '', (found) => found.where('submittedAt', '<', endOf(query.toDate)))
      .orderBy('submittedAt', 'desc')
      .orderBy('importId', 'desc')
      .limit(length + 1)
      .offset(query.from)
      .execute();
    return { customerCSVs: await presentRows(ctx, tx, rows.slice(0, length)), hasMore: rows.length > length };
  });
}

export function getUpload(ctx: Ctx, uploadId: string): Promise<UploadRecord> {
  return ctx.read((tx) => presentOne(ctx, tx, uploadId));
}

/** Stops an import after the batch that is being written. @throws DomainError import.not_found or import.state_invalid */
export function cancelUpload(ctx: Ctx, uploadId: string): Promise<UploadRecord> {
  return ctx.transaction(async (tx) => {
    const row = await accessImport(tx, ctx.enterpriseId, uploadId, { lock: true });
    if (row.phase !== 'queued' && row.phase !== 'running')
      throw stateInvalid(row.phase, 'Only a waiting or running import can be cancelled.');
    const starts = await settleStarts(ctx, tx, row, false);
    const change = { phase: 'cancelled' as const, completedAt: ctx.now(), reason: `Cancelled by ${ctx.actor.name}.`, ...starts };
    await changing(ctx, tx, importRecord, uploadId, 'cancel', () => updateImport(tx, row, change), { counts: countsOf(row) });
    return presentOne(ctx, tx, uploadId);
  });
}

/** @throws DomainError import.not_found or import.state_invalid */
async function accessUndoable(ctx: Ctx, tx: Tx, uploadId: string, options: { lock?: boolean } = {}): Promise<ImportRow> {
  const row = await accessImport(tx, ctx.enterpriseId, uploadId, options);
  const until = undoUntil(row);
  if (!until) throw stateInvalid(row.phase, 'This import cannot be undone.');
  if (until <= ctx.now()) throw stateInvalid(row.phase, 'An import can be undone for seven days.');
  return row;
}

/** What an undo would do now. @throws DomainError import.not_found or import.state_invalid */
export function foreseeUploadUndo(ctx: Ctx, uploadId: string): Promise<UndoForesight> {
  return ctx.read(async (tx) => foreseeUndo(ctx, tx, await accessUndoable(ctx, tx, uploadId)));
}

/** Asks for an undo, or for another look at whom one has kept. @throws DomainError import.not_found or import.state_invalid */
export function undoUpload(ctx: Ctx, uploadId: string): Promise<UploadRecord> {
  return ctx.transaction(async (tx) => {
    const row = await accessUndoable(ctx, tx, uploadId, { lock: true });
    await changing(ctx, tx, importRecord, uploadId, 'undo', () => updateImport(tx, row, { phase: 'undoing', ...undoStart }));
    await ctx.jobs.enqueue(tx, runImports, { enterpriseId: ctx.enterpriseId });
    return presentOne(ctx, tx, uploadId);
  });
}

/** Unfinished imports and saved mappings that an attribute or set is in. */
export async function listImportUses(tx: Tx, enterpriseId: string, used: Used): Promise<Use[]> {
  if ('filterId' in used) return [];
  const unfinished = tx
    .selectFrom('csvImports')
    .select('fileName as name')
    .where('enterpriseId', '=', enterpriseId)
    .where('phase', 'in', ['queued', 'running', 'undoing']);
  if ('setId' in used) {
    const rows = await unfinished
      .where((where) => where.or([where('groupId', '=', used.setId), where('labelId', '=', used.setId)]))
      .execute();
    return rows.map(toUse);
  }
  const mapped = JSON.stringify([{ des: used.fieldName }]);
  const isMapped = sql<boolean>`header_mapping @> ${mapped}::jsonb`;
  const [imports, mappings] = await Promise.all([
    unfinished.where(isMapped).execute(),
    tx.selectFrom('csvMappings').select('name').where('enterpriseId', '=', enterpriseId).where(isMapped).execute(),
  ]);
  return [...imports.map(toUse), ...mappings.map(({ name }) => ({ name: `saved mapping ${name}`, isRunning: false }))];
}

const toUse = ({ name }: { name: string }): Use => ({ name: `unfinished import ${name}`, isRunning: true });
