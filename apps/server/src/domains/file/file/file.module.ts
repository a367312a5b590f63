import { endpoints, fieldError } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { followingOf, makeDownloadToken } from './download.token.ts';
import { filesOfPerson } from './file.personal.ts';
import { contentDisposition, isShownInline, parseRange } from './file.rules.ts';
import { fileNotFound, findDownload, keepUpload, receiveUpload } from './file.service.ts';

type Upload = { received: ReceivedFile; filename: string; fields: Record<string, unknown> };

/** The one file of a multipart body with the fields around it; fields may come before or after the file. */
async function readUpload(ctx: Ctx, request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'This call takes multipart/form-data.', {});
  let found: Omit<Upload, 'fields'> | undefined;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') found = { received: await receiveUpload(ctx, part), filename: part.filename ?? '' };
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    await found?.received.discard();
    throw error;
  }
  if (!found) throw invalidRequest(fieldError('file', 'file.missing'));
  return { ...found, fields };
}

export const file: Module = {
  name: 'file',
  extensions: [extend(personalData, filesOfPerson)],
  routes(app, deps: Deps) {
    route(app, endpoints.files.upload, async (ctx, { request }) => {
      const { received, filename, fields } = await readUpload(ctx, request);
      return keepUpload(ctx, received, filename, {
        purpose: fields.rType === 'campaign' ? 'campaign' : 'artifact',
        hasImageLimits: fields.limits === 'image',
        createdBy: ctx.actor.userId,
      });
    });
    route(app, endpoints.files.downloadToken, async (ctx) => ({ id: makeDownloadToken(deps.secrets, ctx) }));
    route(app, endpoints.files.download, async (_ctx, { params, query, request, reply }) => {
      const actor = await app.authenticate(request);
      const stored = await findDownload(deps, params.fileId, query['x-access-id'], { actor, following: followingOf(request) });
      const isInline = isShownInline(stored.kind);
      const range = isInline ? parseRange(request.headers.range, stored.sizeBytes) : undefined;
      const content = await deps.files.open(stored.sha256, range).catch((error: unknown) => {
        deps.log.error({ err: error, fileId: stored.fileId }, 'the bytes of a file are gone');
        throw fileNotFound();
      });
      reply
        .type(stored.type)
        .header('content-disposition', contentDisposition(stored.kind, stored.name))
        .header('content-length', range ? range.end - range.start + 1 : stored.sizeBytes)
        // Whatever the bytes are, they run nothing: the address is the product's own.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        // The widget shows pictures on other people's pages.
        .header('cross-origin-resource-policy', 'cross-origin')
        // Whoever holds the link may read it; no cookie stands behind it.
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'private, max-age=3600');
      if (isInline) reply.header('accept-ranges', 'bytes');
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.sizeBytes}`);
      return reply.send(content);
    });
  },
};
