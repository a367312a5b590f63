import type { VendorTemplate } from '@parley/vendors';
import type { Read } from '#platform/db/database.ts';

/** The templates of a channel as its vendor would have them: what never was submitted is not known there. */
export async function readVendorTemplates(tx: Read, enterpriseId: string, channelId: string): Promise<VendorTemplate[]> {
  const rows = await tx
    .selectFrom('templates')
    .select(['templateId', 'vendorTemplateId', 'name', 'language', 'category', 'status', 'statusReason', 'quality', 'components', 'extra'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('deletedAt', 'is', null)
    .where('replacesId', 'is', null)
    .where('status', '<>', 'DRAFT')
    // One that is on its way to the vendor must not be there before it arrives.
    .where((eb) => eb.or([eb('status', '<>', 'PENDING'), eb('vendorTemplateId', '<>', '')]))
    .orderBy('templateId')
    .execute();
  return rows.map(({ templateId, statusReason, vendorTemplateId, extra, ...row }) => ({
    ...row,
    reason: statusReason,
    // Short messages name their template by the id that the operators registered it under.
    vendorTemplateId: extra.registeredTemplateId || vendorTemplateId || templateId,
  }));
}

/** A group of the phone book by its name, with the number of its customers. */
export const findGroup = (tx: Read, enterpriseId: string, name: string) =>
  tx
    .selectFrom('customerSets')
    .select(['setId', 'customerCount'])
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', 'group')
    .where('name', '=', name)
    .executeTakeFirst();

export const findChannelName = (tx: Read, enterpriseId: string, channelId: string): Promise<{ name: string } | undefined> =>
  tx.selectFrom('channels').select('name').where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).executeTakeFirst();
