import { uploadLimitBytes } from '@parley/contract';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { assertPixels, inspectFile } from '../inspection/file.inspect.ts';
import { type CustomerFormat, cleanFileName, formatOfContent, unknownFormat } from '../inspection/file.rules.ts';
import { marksOf } from './file.attachment.ts';
import { keepAs, receiveUpload, tooLarge, type UploadPart } from './file.service.ts';

/**
 * Keeps a file that a customer has sent over a vendor, by mail or by the widget, whatever it is: what it is served as is decided by its content,
 * not by its name. A picture too large to be unfolded and what nobody knows are kept to be saved, and marked.
 * @param visitorAddress of a visitor, who alone can send it then
 * @throws DomainError file.empty or file.too_large, the only files that are not kept
 */
export async function storeCustomerFile(
  ctx: EnterpriseContext,
  part: UploadPart,
  { visitorAddress = null }: { visitorAddress?: string | null } = {},
): Promise<StoredAttachment> {
  const received = await receiveUpload(ctx, part);
  try {
    if (received.sizeBytes === 0) throw new DomainError('file.empty', 'The file is empty.', {});
    if (received.sizeBytes > uploadLimitBytes) throw tooLarge(uploadLimitBytes);
    const { format, found } = await lookAt(ctx, received.path, cleanFileName(part.filename));
    const { id, name, type, size, hasPlayable } = await keepAs(ctx, received, { ...format, createdBy: null, visitorAddress }, found);
    return { id, name, type, size, ...marksOf({ isUnusual: format.isUnusual, hasPlayable }) };
  } catch (error) {
    await received.discard();
    throw error;
  }
}

type Looked = { format: CustomerFormat; found: string | undefined };

async function lookAt(ctx: EnterpriseContext, path: string, name: string): Promise<Looked> {
  const { extension: found, hasNul } = await inspectFile(ctx, path, { wantsText: true });
  const format = formatOfContent(name, found, found === undefined && !hasNul);
  if (format.kind !== 'image') return { format, found };
  const { picture } = await inspectFile(ctx, path, { wantsPicture: true });
  try {
    if (!picture) return { format: unknownFormat(name), found };
    assertPixels(picture);
    return { format, found };
  } catch (error) {
    if (error instanceof DomainError) return { format: unknownFormat(name), found };
    throw error;
  }
}
