import type { Read } from '#platform/db/database.ts';

/** Channels and templates, as far as sending asks for them. */

export type SendingChannel = {
  channelId: string;
  type: number;
  vendor: string;
  name: string;
  state: string;
  environment: string;
  contactId: string;
};

export const findChannel = (tx: Read, enterpriseId: string, channelId: string): Promise<SendingChannel | undefined> =>
  tx
    .selectFrom('channels')
    .select(['channelId', 'type', 'vendor', 'name', 'state', 'environment', 'contactId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();

/** The kind of a channel, for an audience of it. */
export async function findChannelType(tx: Read, enterpriseId: string, channelId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('channels')
    .select('type')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return row?.type;
}

/** The number or address from which a channel sends; '' where there is none. */
export async function findSender(tx: Read, enterpriseId: string, channelId: string): Promise<string> {
  const row = await tx
    .selectFrom('channels')
    .select('contactId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return row?.contactId ?? '';
}

type OfChannel = { channelId: string; templateId: string };

const templatesOf = (tx: Read, enterpriseId: string, { channelId, templateId }: OfChannel) =>
  tx
    .selectFrom('templates')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', templateId)
    .where('channelId', '=', channelId)
    .where('deletedAt', 'is', null);

/** A template of a channel. */
export const findTemplate = (tx: Read, enterpriseId: string, of: OfChannel) => templatesOf(tx, enterpriseId, of).executeTakeFirst();

/** The same, if it may be sent. */
export const findApprovedTemplate = (tx: Read, enterpriseId: string, of: OfChannel) =>
  templatesOf(tx, enterpriseId, of).where('status', '=', 'APPROVED').executeTakeFirst();

/** The name of a template, with its channel. */
export const findTemplateName = (tx: Read, enterpriseId: string, templateId: string) =>
  tx
    .selectFrom('templates')
    .select(['channelId', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', templateId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** The category of a template. */
export async function findCategory(tx: Read, enterpriseId: string, templateId: string) {
  const row = await tx
    .selectFrom('templates')
    .select('category')
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', templateId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.category;
}

/** The status of one of these templates that may not be sent; undefined where all may. */
export async function findUnapprovedStatus(tx: Read, enterpriseId: string, templateIds: readonly string[]): Promise<string | undefined> {
  const row = await tx
    .selectFrom('templates')
    .select('status')
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', 'in', [...templateIds])
    .where('deletedAt', 'is', null)
    .where('status', '<>', 'APPROVED')
    .executeTakeFirst();
  return row?.status;
}
