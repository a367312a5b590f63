import { endpoints, fieldError } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { contentDisposition, isShownInline, parseRange, readPartName } from '../inspection/file.rules.ts';
import { getCopy } from '../playable/playable.service.ts';
import { followingOf, makeDownloadToken } from './download.token.ts';
import { filesOfPerson } from './file.personal.ts';
import type { StoredFile } from './file.repository.ts';
import { fileNotFound, findDownload, keepUpload, receiveUpload } from './file.service.ts';

type Upload = { received: ReceivedFile; filename: string; fields: Record<string, unknown> };

/** The one file of a multipart body with the fields around it; fields may come before or after the file. */
async function readUpload(ctx: Ctx, request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'This call takes multipart/form-data.', {});
  let found: Omit<Upload, 'fields'> | undefined;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') found = { received: await receiveUpload(ctx, part), filename: readPartName(part.filename ?? '') };
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    await found?.received.discard();
    throw error;
  }
  if (!found) throw invalidRequest(fieldError('file', 'file.missing'));
  return { ...found, fields };
}

/** Its copy that browsers play, as a file: a user who may read the one may read the other. @throws DomainError file.not_found */
async function playableOf(ctx: EnterpriseContext, file: StoredFile): Promise<StoredFile> {
  const copy = await getCopy(ctx, file.fileId);
  if (copy?.state !== 'ready' || !copy.sha256 || !copy.type || copy.sizeBytes === null) throw fileNotFound();
  const { sha256, type, sizeBytes } = copy;
  const [kind, ending] = type.startsWith('video/') ? ['video', 'mp4'] : ['audio', 'm4a'];
  return { ...file, sha256, type, sizeBytes, kind, name: `${file.name}.${ending}` };
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
      const file = await findDownload(deps, params.fileId, query['x-access-id'], { actor, following: followingOf(request) });
      const stored = query.playable ? await playableOf(enterpriseContext(deps, file.enterpriseId), file) : file;
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
        // The browser runs no content of the file: the address is the product's own.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        // The widget shows pictures on other people's pages.
        .header('cross-origin-resource-policy', 'cross-origin')
        // Anyone with the link may read it; it needs no cookie.
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'private, max-age=3600');
      if (isInline) reply.header('accept-ranges', 'bytes');
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.sizeBytes}`);
      return reply.send(content);
    });
  },
};
