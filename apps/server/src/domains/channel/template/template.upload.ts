import { fieldError, mediaSampleLimits, type UploadedFile } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { cleanFileName, formatOfName, keepUpload } from '../../file/door.ts';
import { assertMedia, isMediaFormat } from './template.media.ts';

/** Takes a media sample in; its content is checked against what it is said to be. */
export async function uploadSample(ctx: Ctx, request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'This call takes multipart/form-data.', {});
  let kind = '';
  let found: { received: ReceivedFile; name: string } | undefined;
  try {
    // One byte more than allowed, so that what the limit cuts off is known to be too large.
    for await (const part of request.parts({ limits: { fileSize: mediaSampleLimits.DOCUMENT + 1 } })) {
      if (part.type === 'file') found = { received: await ctx.files.receive(part.file), name: cleanFileName(part.filename) };
      else if (part.fieldname === 'kind') kind = String(part.value);
    }
    if (!found) throw invalidRequest(fieldError('file', 'file.missing'));
    if (!isMediaFormat(kind)) throw invalidRequest(fieldError('kind', 'media.kind'));
    assertMedia(kind, { type: formatOfName(found.name, 'artifact')?.type ?? '', sizeBytes: found.received.sizeBytes });
  } catch (error) {
    await found?.received.discard();
    throw error;
  }
  return keepUpload(ctx, found.received, found.name, { limitBytes: mediaSampleLimits[kind], createdBy: ctx.actor.userId });
}
