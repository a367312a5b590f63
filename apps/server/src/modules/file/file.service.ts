import { randomUUIDv7 } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { imageLimits, type UploadedFile, uploadLimitBytes, uploadTexts } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { Db, Tx } from '#platform/db/database.ts';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type Actor, type Ctx, can, type EnterpriseContext } from '../../context.ts';
import { isSessionOpen } from '../identity/open-session.ts';
import { findFileAnywhere, insertFile, isBrandFile, listFiles, type StoredFile } from './file.repository.ts';
import { cleanFileName, type FileFormat, formatOfName, isContentOf } from './file.rules.ts';

export { signFileUrl } from './file.url.ts';

const tokenMs = 15 * 60_000;

/** One part of a multipart body, as the plugin gives it: `truncated` tells that the limit cut it off. */
export type UploadPart = { file: Readable & { truncated?: boolean }; filename: string };
export type UploadOptions = {
  purpose?: 'artifact' | 'campaign';
  /** Within 1024 x 1024 and under 50 kb (UPLOAD-005). */
  hasImageLimits?: boolean;
  /** Bounds below the installation's own. */
  limitBytes?: number;
  /** null: a visitor, whom `visitorAddress` then names. */
  createdBy: string | null;
  visitorAddress?: string | null;
};

const typeRefused = () => new DomainError('file.type_not_allowed', uploadTexts.invalidFormat, {});
const tooLarge = (limitBytes: number) =>
  new DomainError('file.too_large', `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`, { limitBytes });
export const fileNotFound = () => new DomainError('file.not_found', 'No such file.', {});

/** Takes the bytes in; they belong to nobody until `keepUpload`. */
export async function receiveUpload(ctx: EnterpriseContext, part: UploadPart): Promise<ReceivedFile> {
  const received = await ctx.files.receive(part.file);
  if (!part.file.truncated) return received;
  await received.discard();
  throw tooLarge(uploadLimitBytes);
}

async function hasNul(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) if (chunk.includes(0)) return true;
  return false;
}

async function assertContent(received: ReceivedFile, format: FileFormat, hasImageLimits: boolean): Promise<void> {
  const found = await fileTypeFromFile(received.path);
  const isText = format.contents.length === 0 && !(await hasNul(received.path));
  if (!isContentOf(format, found?.ext, isText)) throw typeRefused();
  if (format.kind !== 'image') {
    if (hasImageLimits) throw typeRefused();
    return;
  }
  const picture = await sharp(received.path)
    .metadata()
    .catch(() => undefined);
  if (!picture) throw typeRefused();
  if (!hasImageLimits) return;
  const isWithin =
    picture.width <= imageLimits.widthPx && picture.height <= imageLimits.heightPx && received.sizeBytes < imageLimits.sizeBytes;
  if (!isWithin) throw new DomainError('file.image_limits', uploadTexts.imageLimits, {});
}

/**
 * Checks received bytes and makes them a file of the enterprise. Refused bytes are removed.
 * @throws DomainError file.type_not_allowed, file.too_large or file.image_limits
 */
export async function keepUpload(
  ctx: EnterpriseContext,
  received: ReceivedFile,
  filename: string,
  { purpose = 'artifact', hasImageLimits = false, limitBytes = uploadLimitBytes, createdBy, visitorAddress }: UploadOptions,
): Promise<UploadedFile> {
  const name = cleanFileName(filename);
  const format = formatOfName(name, purpose);
  try {
    if (!format || received.sizeBytes === 0) throw typeRefused();
    if (received.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    await assertContent(received, format, hasImageLimits);
  } catch (error) {
    await received.discard();
    throw error;
  }
  await received.keep();
  const fileId = randomUUIDv7();
  const { enterpriseId } = ctx;
  const { sha256, sizeBytes } = received;
  await ctx.transaction((tx) =>
    insertFile(tx, {
      enterpriseId,
      fileId,
      sha256,
      name,
      type: format.type,
      kind: format.kind,
      sizeBytes,
      createdBy,
      visitorAddress: visitorAddress ?? null,
    }),
  );
  return { id: fileId, url: ctx.fileUrl(fileId), name, type: format.type, size: sizeBytes };
}

/** A whole upload: received, checked and kept, or nothing. */
export async function storeUpload(ctx: EnterpriseContext, part: UploadPart, options: UploadOptions): Promise<UploadedFile> {
  return keepUpload(ctx, await receiveUpload(ctx, part), part.filename, options);
}

/** A file of the enterprise. @throws DomainError file.not_found, for another enterprise's too */
export async function accessFile(tx: Tx, enterpriseId: string, fileId: string): Promise<StoredFile> {
  const [file] = await listFiles(tx, enterpriseId, [fileId]);
  if (!file) throw fileNotFound();
  return file;
}

/** All of the files, or file.not_found. */
export async function accessFiles(tx: Tx, enterpriseId: string, fileIds: readonly string[]): Promise<StoredFile[]> {
  const files = await listFiles(tx, enterpriseId, fileIds);
  if (files.length < new Set(fileIds).size) throw fileNotFound();
  return files;
}

/** What download links of this session carry for the next quarter of an hour, and no longer than the session itself (UPLOAD-013). */
export function makeDownloadToken(secrets: Secrets, ctx: Ctx): string {
  // Calls that ask for more than a session ask the token for it: what its maker may read of customers.
  const right = can(ctx.actor, 'CUSTOMER.VIEW') && ctx.actor.maskedFields.length === 0 ? ':customers' : '';
  const claims = `session:${ctx.enterpriseId}:${ctx.actor.sessionId}${right}`;
  return secrets.sign(claims, new Date(ctx.now().getTime() + tokenMs));
}

/** The enterprise of a download token whose session is still open. @param right that the token must carry as well */
export async function enterpriseOfToken(
  { readerOf, secrets, now }: Omit<Doors, 'db'>,
  accessId: string,
  right?: 'customers',
): Promise<string | undefined> {
  const [kind, enterpriseId = '', sessionId = '', held] = secrets.verify(accessId, now())?.split(':') ?? [];
  if (kind !== 'session' || (right && held !== right)) return undefined;
  return (await isSessionOpen(readerOf(enterpriseId), enterpriseId, sessionId, now())) ? enterpriseId : undefined;
}

/** The same, of a session that may read customers. */
export const customersOfToken = (doors: Omit<Doors, 'db'>, accessId: string): Promise<string | undefined> =>
  enterpriseOfToken(doors, accessId, 'customers');

/** The one file of a multipart body, with a limit of its own. */
export async function readFilePart(request: FastifyRequest, limitBytes: number): Promise<UploadPart> {
  if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'This call takes multipart/form-data.', {});
  const part = await request.file({ limits: { fileSize: limitBytes } });
  if (part) return part;
  throw new DomainError('request.invalid', 'file: A file is needed.', { issues: [{ field: 'file', reason: 'A file is needed.' }] });
}

type Doors = { db: Db; readerOf: (enterpriseId: string) => Tx; secrets: Secrets; now: () => Date };

/**
 * A file for whoever asks: by a link that was signed for it, by a session of its enterprise or its download token, or because a
 * published brand shows it. Every other case answers as if there were no such file.
 */
export async function findDownload(
  { db, readerOf, secrets, now }: Doors,
  fileId: string,
  accessId: string,
  actor: Actor | undefined,
): Promise<StoredFile> {
  const claims = accessId ? secrets.verify(accessId, now()) : undefined;
  const [kind, subject = '', sessionId = ''] = claims?.split(':') ?? [];
  const file = await (kind === 'file' && subject === fileId ? findFileAnywhere(db, fileId) : undefined);
  if (file) return file;
  const enterpriseId = kind === 'session' ? subject : actor?.enterpriseId;
  if (enterpriseId) {
    const reader = readerOf(enterpriseId);
    const isOpen = kind !== 'session' || (await isSessionOpen(reader, enterpriseId, sessionId, now()));
    const [own] = isOpen ? await listFiles(reader, enterpriseId, [fileId]) : [];
    if (own) return own;
  }
  const shown = (await isBrandFile(db, fileId)) ? await findFileAnywhere(db, fileId) : undefined;
  if (!shown) throw fileNotFound();
  return shown;
}
