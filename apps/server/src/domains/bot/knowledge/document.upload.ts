import { documentLimitBytes, fieldError, fileExists, knowledgeTexts } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '#platform/db/uuid.ts';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { cleanFileName, inspectFile, keepUpload } from '../../file/door.ts';
import { accessBot, botNotFound } from '../bot/bot.repository.ts';
import { orNameTaken } from '../bot/bot.service.ts';
import { addSource, assertRoom } from './knowledge.service.ts';
import { listSourceRows } from './source.repository.ts';

const mostFiles = 20;
type Received = { name: string; bytes: ReceivedFile };

/** The parts of the body, in whatever order they come; what a limit cut off is refused as too large. */
async function receiveParts(ctx: Ctx, request: FastifyRequest): Promise<{ botId: string; files: Received[] }> {
  if (!request.isMultipart()) throw new DomainError('request.type_unsupported', 'This call takes multipart/form-data.', {});
  let botId = '';
  const files: Received[] = [];
  try {
    for await (const part of request.parts({ limits: { fileSize: documentLimitBytes, files: mostFiles } })) {
      if (part.type === 'field') {
        if (part.fieldname === 'agentId') botId = String(part.value);
        continue;
      }
      const bytes = await ctx.files.receive(part.file);
      files.push({ name: cleanFileName(part.filename), bytes });
      if (part.file.truncated)
        throw new DomainError('file.too_large', `${cleanFileName(part.filename)} is larger than ${documentLimitBytes / 1024 / 1024} MB.`, {
          limitBytes: documentLimitBytes,
        });
    }
    return { botId, files };
  } catch (error) {
    for (const { bytes } of files) await bytes.discard();
    throw error;
  }
}

async function assertDocuments(ctx: Ctx, botId: string, files: readonly Received[]): Promise<void> {
  if (!isUuid(botId)) throw botNotFound();
  if (files.length === 0) throw invalidRequest(fieldError('files', 'file.missing'));
  const taken = await ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    await assertRoom(tx, ctx.enterpriseId, botId, files.length);
    const rows = await listSourceRows(tx, ctx.enterpriseId, botId);
    return new Set(rows.filter(({ kind }) => kind === 'document').map(({ name }) => name.toLowerCase()));
  });
  for (const { name, bytes } of files) {
    const { extension } = await inspectFile(ctx, bytes.path);
    if (!/\.pdf$/i.test(name) || extension !== 'pdf') throw new DomainError('file.type_not_allowed', knowledgeTexts.pdfOnly, {});
    if (taken.has(name.toLowerCase())) throw new DomainError('knowledge.invalid', fileExists(name), {});
    taken.add(name.toLowerCase());
  }
}

/**
 * Takes PDF documents into a knowledge base: all of the call's, or none.
 * @throws DomainError file.type_not_allowed, file.too_large, knowledge.invalid for a taken name, bot.not_found
 */
export async function uploadDocuments(ctx: Ctx, request: FastifyRequest): Promise<{ id: string; fileName: string }[]> {
  const { botId, files } = await receiveParts(ctx, request);
  try {
    await assertDocuments(ctx, botId, files);
  } catch (error) {
    for (const { bytes } of files) await bytes.discard();
    throw error;
  }
  const kept: { name: string; fileId: string; sizeBytes: number }[] = [];
  for (const { name, bytes } of files) {
    const file = await keepUpload(ctx, bytes, name, { limitBytes: documentLimitBytes, createdBy: ctx.actor.userId });
    kept.push({ name, fileId: file.id, sizeBytes: file.size });
  }
  // Another upload may have taken a name since it was looked at.
  const taken = () => new DomainError('knowledge.invalid', fileExists(kept.map(({ name }) => name).join(', ')), {});
  return orNameTaken('knowledge_sources_by_name', taken, () =>
    ctx.transaction(async (tx) => {
      await accessBot(tx, ctx.enterpriseId, botId, { lock: true });
      const added: { id: string; fileName: string }[] = [];
      for (const { name, fileId, sizeBytes } of kept)
        added.push({ id: await addSource(ctx, tx, { botId, kind: 'document', name, fileId, sizeBytes }), fileName: name });
      return added;
    }),
  );
}
