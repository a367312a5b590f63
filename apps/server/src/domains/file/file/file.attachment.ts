import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';

/** A file that the sender uploaded: only one's own uploads can be sent, so an id that was seen elsewhere opens nothing. */
export function findAttachment(
  ctx: EnterpriseContext,
  fileId: string,
  sender: { userId: string } | { address: string },
): Promise<StoredAttachment> {
  return ctx.transaction(async (tx) => {
    const file = await tx
      .selectFrom('files')
      .select(['fileId', 'name', 'type', 'sizeBytes'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('fileId', '=', fileId)
      .where((eb) => ('userId' in sender ? eb('createdBy', '=', sender.userId) : eb('visitorAddress', '=', sender.address)))
      .executeTakeFirst();
    if (!file) throw new DomainError('file.not_found', 'No such file.', {});
    return { id: file.fileId, name: file.name, type: file.type, size: file.sizeBytes };
  });
}
