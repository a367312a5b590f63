import { rm } from 'node:fs/promises';
import { type ArtifactType, type FieldError, fieldError, fileArtifacts } from '@parley/contract';
import { defineConfined } from '#platform/confined/confined.task.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { findOwnUpload } from '../file/file.repository.ts';
import { fileNotFound } from '../file/file.service.ts';

export type TakenFile = {
  fileId: string;
  name: string;
  type: string;
  kind: 'audio' | 'image' | 'video' | 'document';
  sha256: string;
  sizeBytes: number;
  /** Hash of the uploaded file */
  uploadSha256: string;
  width?: number;
  height?: number;
};
export const artifactInvalid = (error: FieldError) => new DomainError('artifact.invalid', error.message, { errors: [error] });

const stripPicture = defineConfined<{ path: string; target: string }, { isBare: boolean; width: number; height: number }>({
  module: new URL('./artifact.strip.read.ts', import.meta.url),
  subject: 'The picture',
});

/** A picture without what its camera wrote into it, such as the place where it was taken. Turned as it is meant to be seen. */
async function bareImage(ctx: Ctx, sha256: string, sizeBytes: number) {
  const stored = await ctx.files.borrow(sha256);
  const target = await ctx.files.place();
  try {
    const { isBare, ...size } = await ctx.confined.run(stripPicture, { path: stored.path, target });
    if (isBare) return { sha256, sizeBytes, ...size };
    const received = await ctx.files.receiveFrom(target);
    await received.keep();
    return { sha256: received.sha256, sizeBytes: received.sizeBytes, ...size };
  } finally {
    await rm(target, { force: true });
    await stored.release();
  }
}

/** An upload of the caller, as the library keeps it: a file of its own, so that replacing it changes nothing that was sent before. */
export async function takeUpload(ctx: Ctx, uploadId: string, type: ArtifactType): Promise<TakenFile> {
  const kind = fileArtifacts[type];
  if (!kind) throw artifactInvalid(fieldError('fileId', 'artifact.no_file'));
  const upload = await ctx.read((tx) => findOwnUpload(tx, ctx.enterpriseId, uploadId, ctx.actor.userId));
  if (!upload) throw fileNotFound();
  if (upload.kind !== kind) throw artifactInvalid(fieldError('fileId', 'artifact.other_kind', { name: upload.name, kind }));
  const kept = kind === 'image' ? await bareImage(ctx, upload.sha256, upload.sizeBytes) : {};
  return { fileId: newId(), uploadSha256: upload.sha256, ...upload, kind, ...kept };
}
