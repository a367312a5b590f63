import { Readable } from 'node:stream';
import { importLimitBytes, importTexts, type UploadedFile } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import {
  accessUsable,
  cleanFileName,
  extensionOf,
  fileNotFound,
  insertFile,
  inspectFile,
  type StoredFile,
  type UploadPart,
} from '../../file/door.ts';
import { byteOrderMarkOf, type Encoding, TextInspector, toUtf8 } from '../csv/csv.text.ts';

const refused = (reason: string = importTexts.invalidFormat) => new DomainError('import.file_invalid', reason, { reason });
const charset = 'text/csv; charset=';

/**
 * Takes a CSV file in as it arrives: a chunk of it is in memory, for any size. A file that turns out to be no text is removed again.
 * @throws DomainError import.file_invalid or file.too_large
 */
export async function receiveCsv(ctx: Ctx, part: UploadPart): Promise<UploadedFile> {
  const name = cleanFileName(part.filename);
  if (extensionOf(name) !== 'csv') {
    part.file.resume();
    throw refused();
  }
  const inspector = new TextInspector();
  async function* inspected(): AsyncGenerator<Buffer> {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      inspector.push(chunk);
      yield chunk;
    }
  }
  const received = await ctx.files.receive(Readable.from(inspected(), { objectMode: false }));
  try {
    if (part.file.truncated)
      throw new DomainError('file.too_large', `The file is larger than ${importLimitBytes / 1024 ** 3} GB.`, {
        limitBytes: importLimitBytes,
      });
    if (received.sizeBytes === 0) throw refused(importTexts.empty);
    const encoding = inspector.finish();
    // The mark of UTF-16 looks like a frame of an MP3; what is neither shows itself when it is cut into cells.
    const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
    if (!encoding || (!isWide && (await inspectFile(ctx, received.path)).extension)) throw refused();
    const type = `${charset}${encoding}`;
    await received.keep();
    const { sha256, sizeBytes } = received;
    const fileId = await addFile(ctx, { sha256, sizeBytes, name, type }, ctx.actor.userId);
    return { id: fileId, url: ctx.fileUrl(fileId), name, type: 'text/csv', size: sizeBytes };
  } catch (error) {
    await received.discard();
    throw error;
  }
}

type Content = { sha256: string; sizeBytes: number; name: string; type: string };

async function addFile(ctx: EnterpriseContext, content: Content, createdBy: string): Promise<string> {
  const fileId = newId();
  const { enterpriseId } = ctx;
  await ctx.transaction((tx) => insertFile(tx, { enterpriseId, fileId, ...content, kind: 'import', createdBy, visitorAddress: null }));
  return fileId;
}

/** A stored CSV as UTF-8; `markBytes` in front are no text, and `sizeBytes` counts what comes after them. */
export type StoredText = { fileId: string; name: string; sha256: string; sizeBytes: number; markBytes: number; encoding: Encoding };

async function inspect(ctx: EnterpriseContext, file: StoredFile): Promise<Encoding> {
  const inspector = new TextInspector();
  for await (const chunk of (await ctx.files.open(file.sha256)) as AsyncIterable<Buffer>) inspector.push(chunk);
  const encoding = inspector.finish();
  if (!encoding) throw refused();
  return encoding;
}

async function readMark(ctx: EnterpriseContext, { sha256, sizeBytes }: StoredFile): Promise<number> {
  const head: Buffer[] = [];
  for await (const chunk of (await ctx.files.open(sha256, { start: 0, end: Math.min(2, sizeBytes - 1) })) as AsyncIterable<Buffer>)
    head.push(chunk);
  return byteOrderMarkOf(Buffer.concat(head))?.length ?? 0;
}

const idIn = (path: string) => /\/e\/enterprise\/files\/([0-9a-f-]{36})(?:\?|$)/.exec(path)?.[1];

/**
 * The text behind a link that an upload answered. One in another encoding gets a copy in UTF-8, so that an import can go on from any byte.
 * @throws DomainError file.not_found or import.file_invalid
 */
export async function readText(ctx: Ctx, path: string): Promise<StoredText> {
  const fileId = idIn(path);
  if (!fileId) throw fileNotFound();
  const [file] = await ctx.read((tx) => accessUsable(ctx, tx, [fileId]));
  if (!file) throw fileNotFound();
  if (!file.type.startsWith('text/csv')) throw refused();
  if (file.sizeBytes === 0) throw refused(importTexts.empty);
  const known = file.type.startsWith(charset) ? (file.type.slice(charset.length) as Encoding) : await inspect(ctx, file);
  const own = { fileId, name: file.name, encoding: known };
  if (known === 'utf-8') {
    const markBytes = await readMark(ctx, file);
    return { ...own, sha256: file.sha256, sizeBytes: file.sizeBytes - markBytes, markBytes };
  }
  const source = (await ctx.files.open(file.sha256)) as AsyncIterable<Buffer>;
  const copy = await ctx.files.receive(Readable.from(toUtf8(source, known), { objectMode: false }));
  await copy.keep();
  const { sha256, sizeBytes } = copy;
  await addFile(ctx, { sha256, sizeBytes, name: file.name, type: `${charset}utf-8` }, ctx.actor.userId);
  return { ...own, sha256, sizeBytes, markBytes: 0 };
}
