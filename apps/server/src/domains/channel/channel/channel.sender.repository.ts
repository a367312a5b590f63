import { channelTypes, type MailPerson } from '@parley/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { TemplateTable } from '#platform/db/schema.sending.ts';

/**
 * The sender of the mails of a channel.
 * @property own addresses at which the channel is written to, the sender's first
 */
export type MailSender = { from: MailPerson; own: string[] };

type Row = { channelId: string; name: string; email: string; contactId: string; username: string | null; aliases: string[] | null };

/** The senders of e-mail channels, by their ids. */
export async function findMailSenders(tx: Read, enterpriseId: string, channelIds: readonly string[]): Promise<Map<string, MailSender>> {
  const { rows } = await sql<Row>`
    select c.channel_id, coalesce(c.config->>'fromName', '') as name, coalesce(c.config->>'fromEmail', '') as email, c.contact_id, m.username, m.aliases
    from channels c left join mailboxes m on m.enterprise_id = c.enterprise_id and m.channel_id = c.channel_id
    where c.enterprise_id = ${enterpriseId} and c.channel_id = any(${[...new Set(channelIds)]}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ channelId, name, email, contactId, username, aliases }) => {
      const address = email || contactId;
      const own = [address, contactId, username ?? '', ...(aliases ?? [])].filter((one) => one.includes('@'));
      return [channelId, { from: { name, address }, own: [...new Set(own)] }];
    }),
  );
}

/**
 * The e-mail channel by which answers of websites go on, as far as it may send.
 * @property title of the website's chat
 */
export type AnsweringMail = {
  channelId: string;
  title: string;
  type: number;
  vendor: string;
  environment: 'sandbox' | 'production';
  state: string;
};

/** Those of these websites that have one, by the websites' ids. */
export async function findAnsweringMail(
  tx: Read,
  enterpriseId: string,
  channelIds: readonly string[],
): Promise<Map<string, AnsweringMail>> {
  const { rows } = await sql<AnsweringMail & { websiteId: string }>`
    select w.channel_id as website_id, coalesce(w.data->>'title', '') as title, c.channel_id, c.type, c.vendor, c.environment, c.state
    from channels w join channels c on c.enterprise_id = w.enterprise_id and c.channel_id::text = w.data->>'mailChannelId' and c.type = ${sql.lit(channelTypes.EMAIL)}
    where w.enterprise_id = ${enterpriseId} and w.channel_id = any(${[...new Set(channelIds)]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ websiteId, ...row }) => [websiteId, row]));
}

/** A template as an answer leaves by it. */
export type AnswerTemplate = Pick<
  Selectable<TemplateTable>,
  'templateId' | 'name' | 'vendorTemplateId' | 'language' | 'category' | 'components' | 'extra' | 'status'
>;

/** A template of a channel as it is now. */
export const findAnswerTemplate = (
  tx: Read,
  enterpriseId: string,
  channelId: string,
  templateId: string,
): Promise<AnswerTemplate | undefined> =>
  tx
    .selectFrom('templates')
    .select(['templateId', 'name', 'vendorTemplateId', 'language', 'category', 'components', 'extra', 'status'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('templateId', '=', templateId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** The WhatsApp channel by which answers of a website go on, with the id of its template. */
export type AnsweringWhatsApp = { channelId: string; templateId: string };

/** Those of these websites that have one, by the websites' ids. */
export async function findAnsweringWhatsApp(
  tx: Read,
  enterpriseId: string,
  channelIds: readonly string[],
): Promise<Map<string, AnsweringWhatsApp>> {
  const { rows } = await sql<AnsweringWhatsApp & { websiteId: string }>`
    select w.channel_id as website_id, c.channel_id, coalesce(w.data->>'whatsAppTemplateId', '') as template_id
    from channels w join channels c on c.enterprise_id = w.enterprise_id and c.channel_id::text = w.data->>'whatsAppChannelId'
      and c.type = ${sql.lit(channelTypes.WHATSAPP)}
    where w.enterprise_id = ${enterpriseId} and w.channel_id = any(${[...new Set(channelIds)]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ websiteId, ...row }) => [websiteId, row]));
}
