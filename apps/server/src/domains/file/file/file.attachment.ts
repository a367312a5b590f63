import type { Read } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findSentUpload } from './file.repository.ts';

/** Returns the marks of an attachment's file beside its name, type and size; a mark that does not apply is left out. */
export const marksOf = ({ isUnusual, hasPlayable }: { isUnusual: boolean; hasPlayable: boolean }) => ({
  ...(isUnusual ? { isUnusual: true as const } : {}),
  ...(hasPlayable ? { hasPlayable: true as const } : {}),
});

type Sender = { userId: string } | { address: string };

/** The file of a recording as a voice note: only a recording is one. */
export const asVoice = (file: StoredAttachment, isVoice: boolean): StoredAttachment =>
  isVoice && file.type.startsWith('audio/') ? { ...file, isVoice: true } : file;

/** A file that the sender uploaded: only one's own uploads can be sent, so an id that was seen elsewhere opens nothing. */
export const findAttachment = (ctx: EnterpriseContext, fileId: string, sender: Sender): Promise<StoredAttachment> =>
  ctx.transaction((tx) => readAttachment(tx, ctx.enterpriseId, fileId, sender));

/** The same in the caller's transaction. @throws DomainError file.not_found */
export async function readAttachment(tx: Read, enterpriseId: string, fileId: string, sender: Sender): Promise<StoredAttachment> {
  const file = await findSentUpload(tx, enterpriseId, fileId, sender);
  if (!file) throw new DomainError('file.not_found', 'No such file.', {});
  const { name, type, sizeBytes: size, isUnusual, playableState } = file;
  return { id: file.fileId, name, type, size, ...marksOf({ isUnusual, hasPlayable: playableState !== null }) };
}
