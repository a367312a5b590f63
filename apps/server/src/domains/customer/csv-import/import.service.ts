import type { CsvUploadRequest, ParsedCsv, UndoForesight, UploadRecord } from '@parley/contract';
import { sql } from 'kysely';
import { changing, excuse } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { spanOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames, readTimeZone } from '../../account/door.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import type { Use, Used } from '../attribute/uses.ts';
import { findHead } from '../csv/csv.head.task.ts';
import { readText } from '../import/import.file.ts';
import { runImports } from '../import/import.jobs.ts';
import { presentImport, undoUntil } from '../import/import.present.ts';
import { countsOf, importRecord } from '../import/import.record.ts';
import { accessImport, type ImportRow, updateImport } from '../import/import.repository.ts';
import { openStored } from '../import/import.source.ts';
import { settleStarts } from '../import/import.starts.ts';
import { listSystemFields, proposeMapping, readMapping } from '../import-row/import.mapping.ts';
import { countryOf } from '../number/customer.country.ts';
import { shownAttributes } from '../query/customer.query.ts';
import { accessSets } from '../set/set.service.ts';
import { foreseeUndo, undoStart } from './import.undo.ts';
import { keepMapping, listMappings } from './mapping.service.ts';

const stateInvalid = (phase: string, message: string) => new DomainError('import.state_invalid', message, { phase });

async function presentRows(ctx: Ctx, tx: Read, rows: readonly ImportRow[]): Promise<UploadRecord[]> {
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

async function presentOne(ctx: Ctx, tx: Read, importId: string): Promise<UploadRecord> {
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
  const importId = newId();
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
      unclearDates: head.unclearDates,
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
    const reading = {
      dateOrder: request.dateOrder ?? '',
      leavesOut: request.leaveOutInvalid === true || request.leaveOutInvalid === 'true',
    } as const;
    await keepMapping(ctx, tx, request.mappingName ?? '', { mapping, ...reading });
    const change = {
      phase: 'queued' as const,
      headerMapping: JSON.stringify(mapping),
      replaces,
      startsStreams: request.startStreams === true || request.startStreams === 'true',
      ...reading,
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

/** Days are the enterprise's, and the last counts whole; instants are what they are. */
function boundsOf({ fromDate, toDate }: UploadsQuery, timeZone: string): { from: Date | undefined; until: Date | undefined } {
  const [fromDay, toDay] = [fromDate, toDate].map((text) => (isDay(text) ? text : '')) as [string, string];
  const { from, until } = spanOf({ fromDate: fromDay, toDate: toDay }, timeZone);
  const instantOf = (text: string) => (text === '' ? undefined : new Date(text));
  return { from: from ?? instantOf(fromDate), until: until ?? instantOf(toDate) };
}

const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length;

export function listUploads(ctx: Ctx, query: UploadsQuery): Promise<{ customerCSVs: UploadRecord[]; hasMore: boolean }> {
  const length = query.perPage === -1 ? longestPage : query.perPage;
  return ctx.read(async (tx) => {
    const { from, until } = boundsOf(query, await readTimeZone(tx, ctx.enterpriseId));
    const rows = await tx
      .selectFrom('csvImports')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('submittedAt', 'is not', null)
      .$if(from !== undefined, (found) => found.where('submittedAt', '>=', from as Date))
      .$if(until !== undefined, (found) => found.where('submittedAt', '<', until as Date))
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
async function accessUndoable(ctx: Ctx, tx: Read, uploadId: string, options: { lock?: boolean } = {}): Promise<ImportRow> {
  const row = await accessImport(tx, ctx.enterpriseId, uploadId, options);
  const until = undoUntil(row);
  if (!until) throw stateInvalid(row.phase, 'This import cannot be undone.');
  if (until <= ctx.now()) throw stateInvalid(row.phase, 'An import can be undone for seven days.');
  return row;
}

/** Forecasts the effect of an undo now. @throws DomainError import.not_found or import.state_invalid */
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
export async function listImportUses(tx: Read, enterpriseId: string, used: Used): Promise<Use[]> {
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
