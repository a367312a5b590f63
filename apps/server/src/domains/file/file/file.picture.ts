import type { UploadedFile } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import { assertPixels, inspectFile } from '../inspection/file.inspect.ts';
import { cleanFileName } from '../inspection/file.rules.ts';
import { keepAs, receiveUpload, tooLarge, type UploadPart } from './file.service.ts';

/** Pictures that every browser and the maker of PDFs shows, by what their first bytes show. */
const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

export type PictureOptions = { limitBytes: number; createdBy: string; unfit: () => Error };

/**
 * A picture of the product's own screens, which the uploads of media do not know. What it is its content says, not its name: refused bytes
 * are removed.
 * @param unfit what is thrown for what is no such picture
 * @throws DomainError file.too_large or file.image_limits
 */
export async function storePicture(
  ctx: EnterpriseContext,
  part: UploadPart,
  { limitBytes, createdBy, unfit }: PictureOptions,
): Promise<UploadedFile> {
  const received = await receiveUpload(ctx, part);
  let type: string | undefined;
  try {
    if (received.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    const { extension = '', picture } = await inspectFile(ctx, received.path, { wantsPicture: true });
    type = types[extension];
    if (!type || !picture) throw unfit();
    assertPixels(picture);
  } catch (error) {
    await received.discard();
    throw error;
  }
  const file = { name: cleanFileName(part.filename), type, kind: 'image', createdBy, visitorAddress: null, isUnusual: false } as const;
  return keepAs(ctx, received, file, undefined);
}
