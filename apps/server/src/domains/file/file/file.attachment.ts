import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findSentUpload } from './file.repository.ts';

/** Returns the marks of an attachment's file beside its name, type and size; a mark that does not apply is left out. */
export const marksOf = ({ isUnusual, hasPlayable }: { isUnusual: boolean; hasPlayable: boolean }) => ({
  ...(isUnusual ? { isUnusual: true as const } : {}),
  ...(hasPlayable ? { hasPlayable: true as const } : {}),
});

/** A file that the sender uploaded: only one's own uploads can be sent, so an id that was seen elsewhere opens nothing. */
export function findAttachment(
  ctx: EnterpriseContext,
  fileId: string,
  sender: { userId: string } | { address: string },
): Promise<StoredAttachment> {
  return ctx.transaction(async (tx) => {
    const file = await findSentUpload(tx, ctx.enterpriseId, fileId, sender);
    if (!file) throw new DomainError('file.not_found', 'No such file.', {});
    const { name, type, sizeBytes: size, isUnusual, playableState } = file;
    return { id: file.fileId, name, type, size, ...marksOf({ isUnusual, hasPlayable: playableState !== null }) };
  });
}
