import type { Readable } from 'node:stream';
import { fieldError, imageLimits, type UploadedFile, uploadLimitBytes, uploadTexts } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Read } from '#platform/db/database.ts';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertPixels, inspectFile } from '../inspection/file.inspect.ts';
import { cleanFileName, type FileFormat, formatOfName, isContentOf, readPartName } from '../inspection/file.rules.ts';
import { enqueueCopy, startOfCopy } from '../playable/playable.service.ts';
import { actorOfToken, type Following } from './download.token.ts';
import { findFileAnywhere, insertFile, isBrandFile, listFiles, type NewFile, type StoredFile } from './file.repository.ts';

/** One part of a multipart body, as the plugin gives it: `truncated` tells that the limit cut it off. */
export type UploadPart = { file: Readable & { truncated?: boolean }; filename: string };
export type UploadOptions = {
  purpose?: 'artifact' | 'campaign';
  /** Limits a picture to 1024 x 1024 and below 50 kb (UPLOAD-005). */
  hasImageLimits?: boolean;
  /** Bounds below the installation's own. */
  limitBytes?: number;
  createdBy: string;
};

const typeRefused = () => new DomainError('file.type_not_allowed', uploadTexts.invalidFormat, {});
export const tooLarge = (limitBytes: number) =>
  new DomainError('file.too_large', `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`, { limitBytes });
export const fileNotFound = () => new DomainError('file.not_found', 'No such file.', {});

/** Takes the bytes in; they belong to nobody until `keepUpload`. */
export async function receiveUpload(ctx: EnterpriseContext, part: UploadPart): Promise<ReceivedFile> {
  const received = await ctx.files.receive(part.file);
  if (!part.file.truncated) return received;
  await received.discard();
  throw tooLarge(uploadLimitBytes);
}

/** @returns what the first bytes show */
async function assertContent(
  ctx: EnterpriseContext,
  received: ReceivedFile,
  format: FileFormat,
  hasImageLimits: boolean,
): Promise<string | undefined> {
  const isPicture = format.kind === 'image';
  const { extension, hasNul, picture } = await inspectFile(ctx, received.path, {
    wantsText: format.contents.length === 0,
    wantsPicture: isPicture,
  });
  if (!isContentOf(format, extension, format.contents.length === 0 && !hasNul)) throw typeRefused();
  if (!isPicture) {
    if (hasImageLimits) throw typeRefused();
    return extension;
  }
  if (!picture) throw typeRefused();
  assertPixels(picture);
  if (!hasImageLimits) return extension;
  const isWithin =
    picture.widthPx <= imageLimits.widthPx && picture.heightPx <= imageLimits.heightPx && received.sizeBytes < imageLimits.sizeBytes;
  if (!isWithin) throw new DomainError('file.image_limits', uploadTexts.imageLimits, {});
  return extension;
}

/**
 * Checks received bytes and makes them a file of the enterprise. Refused bytes are removed.
 * @throws DomainError file.type_not_allowed, file.too_large or file.image_limits
 */
export async function keepUpload(
  ctx: EnterpriseContext,
  received: ReceivedFile,
  filename: string,
  { purpose = 'artifact', hasImageLimits = false, limitBytes = uploadLimitBytes, createdBy }: UploadOptions,
): Promise<UploadedFile> {
  const name = cleanFileName(filename);
  const format = formatOfName(name, purpose);
  let found: string | undefined;
  try {
    if (!format || received.sizeBytes === 0) throw typeRefused();
    if (received.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    found = await assertContent(ctx, received, format, hasImageLimits);
  } catch (error) {
    await received.discard();
    throw error;
  }
  return keepAs(ctx, received, { name, type: format.type, kind: format.kind, createdBy, visitorAddress: null, isUnusual: false }, found);
}

type Kept = Pick<NewFile, 'name' | 'type' | 'kind' | 'createdBy' | 'visitorAddress' | 'isUnusual'>;

/**
 * Makes checked bytes a file of the enterprise; where not all browsers play it, a copy that they do follows.
 * @param found what the first bytes show
 */
export async function keepAs(
  ctx: EnterpriseContext,
  received: ReceivedFile,
  file: Kept,
  found: string | undefined,
): Promise<UploadedFile & { hasPlayable: boolean }> {
  await received.keep();
  const fileId = newId();
  const { enterpriseId } = ctx;
  const { sha256, sizeBytes } = received;
  const hasPlayable = await ctx.transaction(async (tx) => {
    const copy = await startOfCopy(tx, enterpriseId, found);
    await insertFile(tx, { enterpriseId, fileId, sha256, sizeBytes, ...file, ...copy });
    if (copy.playableState === 'waiting') await enqueueCopy(ctx, tx, fileId);
    return copy.playableState !== undefined;
  });
  return { id: fileId, url: ctx.fileUrl(fileId), name: file.name, type: file.type, size: sizeBytes, hasPlayable };
}

/** A whole upload: received, checked and kept, or nothing. */
export async function storeUpload(ctx: EnterpriseContext, part: UploadPart, options: UploadOptions): Promise<UploadedFile> {
  return keepUpload(ctx, await receiveUpload(ctx, part), part.filename, options);
}

/** A file that a record of the enterprise holds. What people name themselves goes through `accessUsable`. @throws DomainError file.not_found */
export async function accessFile(tx: Read, enterpriseId: string, fileId: string): Promise<StoredFile> {
  const [file] = await listFiles(tx, enterpriseId, [fileId]);
  if (!file) throw fileNotFound();
  return file;
}

/** The same of many: all of them, or file.not_found. */
export async function accessFiles(tx: Read, enterpriseId: string, fileIds: readonly string[]): Promise<StoredFile[]> {
  const files = await listFiles(tx, enterpriseId, fileIds);
  if (files.length < new Set(fileIds).size) throw fileNotFound();
  return files;
}

/** The one file of a multipart body, with a limit of its own. */
export async function readFilePart(request: FastifyRequest, limitBytes: number): Promise<UploadPart> {
  if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'This call takes multipart/form-data.', {});
  const part = await request.file({ limits: { fileSize: limitBytes } });
  if (part) return { file: part.file, filename: readPartName(part.filename) };
  throw invalidRequest(fieldError('file', 'file.missing'));
}

/**
 * Finds a file for a caller: by a link that was signed for it, because they uploaded it, or because a published brand shows it. Other
 * readable files, such as an attachment of a chat, are read by a signed link, which only the call that shows them gives away. Every other
 * case answers as if there were no such file.
 */
export async function findDownload(
  deps: Deps,
  fileId: string,
  accessId: string,
  { actor, following }: { actor: Actor | undefined; following: Following },
): Promise<StoredFile> {
  const { db, secrets, now } = deps;
  const [kind, subject, owner] = (accessId ? secrets.verify(accessId, now()) : undefined)?.split(':') ?? [];
  const file = await findFileAnywhere(db, fileId);
  if (!file) throw fileNotFound();
  if (kind === 'file' && subject === fileId && owner === file.enterpriseId) return file;
  const reader = (await actorOfToken(deps, accessId, following)) ?? actor;
  if (reader && file.createdBy === reader.userId && file.enterpriseId === reader.enterpriseId) return file;
  if (await isBrandFile(db, fileId)) return file;
  throw fileNotFound();
}
