import { Readable } from 'node:stream';
import { type AudienceFile, channelTypes, importLimitBytes, importTexts } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { FileGone, findHead, openStored, type Position, readRecords, readText, receiveCsv } from '../../customer/door.ts';
import type { UploadPart } from '../../file/door.ts';
import { addressReader } from '../message/recipients.ts';
import { readAudienceFile } from './audience.jobs.ts';
import { unpackNumbers } from './audience.unpack.task.ts';
import { changeFile, type FileRow, findFile, insertFile } from './file.repository.ts';
import { insertAudienceRows, type NewAudienceRow } from './row.repository.ts';

const batchRows = 2000;
const longestCell = 2000;
const turnMs = 30_000;

const fileNotFound = () => new DomainError('audience.file_not_found', 'No such file of numbers.', {});

async function accessFile(tx: Read, enterpriseId: string, fileId: string): Promise<FileRow> {
  const row = await findFile(tx, enterpriseId, fileId);
  if (!row) throw fileNotFound();
  return row;
}

/** @throws DomainError audience.file_not_found */
export const assertFile = async (tx: Tx, enterpriseId: string, fileId: string): Promise<void> =>
  void (await accessFile(tx, enterpriseId, fileId));

const presentFile = (row: FileRow): AudienceFile => ({
  id: row.fileId,
  name: row.name,
  state: row.state,
  rows: row.rowCount,
  invalid: row.invalidCount,
  columns: row.columns,
  error: row.error,
});

export const getAudienceFile = async (ctx: EnterpriseContext, fileId: string): Promise<AudienceFile> =>
  presentFile(await ctx.read((tx) => accessFile(tx, ctx.enterpriseId, fileId)));

const isPacked = (name: string) => /\.(?:xlsx|zip)$/i.test(name);

/** A workbook, or a CSV in a zip: taken out in a process of its own, and received as the CSV that it is. */
async function receivePacked(ctx: Ctx, part: UploadPart) {
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated) throw new DomainError('file.too_large', 'The file is too large.', { limitBytes: importLimitBytes });
    const pieces = ctx.confined.stream(unpackNumbers, { path: received.path, name: part.filename });
    const bytes = async function* () {
      for await (const piece of pieces) yield Buffer.from(piece, 'base64');
    };
    const file = Object.assign(Readable.from(bytes(), { objectMode: false }), { truncated: false });
    return await receiveCsv(ctx, { filename: part.filename.replace(/\.\w+$/, '.csv'), file });
  } finally {
    await received.discard();
  }
}

/**
 * Takes a file in, and records the job that reads its rows.
 * @throws DomainError import.file_invalid or file.too_large
 */
export async function addAudienceFile(
  ctx: Ctx,
  part: UploadPart,
  { channelType, country }: { channelType: number; country: string },
): Promise<AudienceFile> {
  const { enterpriseId } = ctx;
  const { url } = await (isPacked(part.filename) ? receivePacked(ctx, part) : receiveCsv(ctx, part));
  const text = await readText(ctx, url);
  const { headers, bodyStart, delimiter } = await findHead(ctx, openStored(ctx, text));
  const fileId = newId();
  return ctx.transaction(async (tx) => {
    const row = await insertFile(tx, enterpriseId, {
      fileId,
      name: text.name,
      storedFileId: text.fileId,
      channelType,
      country,
      columns: headers,
      delimiter,
      sha256: text.sha256,
      sizeBytes: text.sizeBytes,
      markBytes: text.markBytes,
      byteOffset: bodyStart.byte,
      lineNumber: bodyStart.line,
      createdBy: ctx.actor.userId,
      createdAt: ctx.now(),
    });
    await ctx.jobs.enqueue(tx, readAudienceFile, { enterpriseId, fileId });
    return presentFile(row);
  });
}

const numberWords = /phone|mobile|number|msisdn|whatsapp|contact|cell|tel/i;
const mailWords = /e-?mail/i;

/** The column of the addresses: the first whose name says so, otherwise the first. */
export function addressColumn(columns: readonly string[], channelType: number): number {
  const words = channelType === channelTypes.EMAIL ? mailWords : numberWords;
  return Math.max(
    0,
    columns.findIndex((name) => words.test(name)),
  );
}

/**
 * Reads the rows of a file; a batch and the place in the file are one transaction, so who goes on after a crash goes on there. After a while
 * the rest is a job of its own, so that a worker can be stopped.
 */
export async function readFileRows(ctx: EnterpriseContext, fileId: string): Promise<void> {
  await readRows(ctx, fileId).catch(async (error: unknown) => {
    if (!(error instanceof FileGone)) throw error;
    await ctx.transaction((tx) => changeFile(tx, ctx.enterpriseId, fileId, { state: 'ERROR', error: importTexts.unreadable }));
  });
}

async function readRows(ctx: EnterpriseContext, fileId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const file = await ctx.read((tx) => accessFile(tx, enterpriseId, fileId)).catch(() => undefined);
  if (file?.state !== 'READING') return;
  const open = openStored(ctx, file);
  const column = addressColumn(file.columns, file.channelType);
  const read = await ctx.read((tx) => addressReader(tx, enterpriseId, file.channelType, file.country));
  const until = performance.now() + turnMs;
  let written: Position = { byte: file.byteOffset, line: file.lineNumber };
  let waiting: NewAudienceRow[] = [];
  let end = written;
  const write = async (isLast: boolean) => {
    await ctx.transaction((tx) => writeRows(tx, ctx, fileId, { rows: waiting, from: written, end, isLast }));
    written = end;
    waiting = [];
  };
  for await (const records of readRecords(open, written, file.delimiter)) {
    for (const { cells, text, end: recordEnd } of records) {
      const shown = (cells ?? [text]).slice(0, file.columns.length).map((cell) => cell.trim().slice(0, longestCell));
      const given = cells ? (shown[column] ?? '') : text.slice(0, 320);
      const { address, reason } = cells ? read(given) : { address: null, reason: importTexts.unreadable };
      waiting.push({ address: address ?? '', given: given.slice(0, 320), fault: reason, cells: cells ? shown : [] });
      end = recordEnd;
    }
    if (waiting.length < batchRows) continue;
    await write(false);
    if (performance.now() < until) continue;
    await ctx.transaction((tx) => ctx.jobs.enqueue(tx, readAudienceFile, { enterpriseId, fileId }));
    return;
  }
  await write(true);
}

type Batch = { rows: readonly NewAudienceRow[]; from: Position; end: Position; isLast: boolean };

async function writeRows(tx: Tx, { enterpriseId }: EnterpriseContext, fileId: string, { rows, from, end, isLast }: Batch): Promise<void> {
  const file = await findFile(tx, enterpriseId, fileId, { lock: true });
  if (!file) throw fileNotFound();
  // Another worker was faster.
  if (file.state !== 'READING' || file.byteOffset !== from.byte) return;
  await insertAudienceRows(tx, enterpriseId, fileId, file.rowCount, rows);
  await changeFile(tx, enterpriseId, fileId, {
    rowCount: file.rowCount + rows.length,
    invalidCount: file.invalidCount + rows.filter(({ address }) => address === '').length,
    byteOffset: end.byte,
    lineNumber: end.line,
    ...(isLast ? { state: 'READY' as const } : {}),
  });
}
