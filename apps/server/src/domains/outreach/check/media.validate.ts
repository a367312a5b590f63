import { fieldError } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { assertMedia, type MediaFormat } from '../../channel/door.ts';
import { accessUsable, fileNotFound } from '../../file/door.ts';

/** @throws DomainError file.not_found, or broadcast.invalid with the reason */
export async function validateMedia(ctx: Ctx, { id, mediaType }: { id: string; mediaType: MediaFormat }): Promise<{ isUploaded: boolean }> {
  const [file] = await ctx.read((tx) => accessUsable(ctx, tx, [id], { isShared: true }));
  if (!file) throw fileNotFound();
  try {
    assertMedia(mediaType, file);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fault =
      'limitBytes' in error.data
        ? fieldError('id', 'file.too_large', { limit: Number(error.data.limitBytes) / 1024 ** 2 })
        : fieldError('id', 'file.type');
    throw new DomainError('broadcast.invalid', fault.message, { errors: [fault] });
  }
  return { isUploaded: true };
}
