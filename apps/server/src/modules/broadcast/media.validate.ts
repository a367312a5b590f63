import { broadcastTexts } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../context.ts';
import { fileNotFound } from '../file/file.service.ts';

const megabyte = 1024 * 1024;
/** What WhatsApp takes (channels.md 3.1); the type was told by the content when the file was stored. */
const limits = {
  IMAGE: { types: ['image/jpeg', 'image/png'], bytes: 5 * megabyte },
  VIDEO: { types: ['video/mp4'], bytes: 16 * megabyte },
  DOCUMENT: { types: ['application/pdf'], bytes: 100 * megabyte },
} as const;

/** @throws DomainError file.not_found, or broadcast.invalid with the reason */
export async function validateMedia(
  ctx: Ctx,
  { id, mediaType }: { id: string; mediaType: keyof typeof limits },
): Promise<{ isUploaded: boolean }> {
  const file = await ctx.read((tx) =>
    tx
      .selectFrom('files')
      .select(['type', 'sizeBytes'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('fileId', '=', id)
      .executeTakeFirst(),
  );
  if (!file) throw fileNotFound();
  const { types, bytes } = limits[mediaType];
  const refuse = (message: string) => new DomainError('broadcast.invalid', message, { errors: [{ field: 'id', message }] });
  if (!types.some((type) => type === file.type)) throw refuse(broadcastTexts.invalidFileType);
  if (file.sizeBytes > bytes) throw refuse(`The file is larger than ${bytes / megabyte} MB.`);
  return { isUploaded: true };
}
