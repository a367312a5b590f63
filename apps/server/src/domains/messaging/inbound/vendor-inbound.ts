import { Readable } from 'node:stream';
import { channelTypes, cutText } from '@parley/contract';
import type { ChannelEvent, Connection, InboundContent, VendorAdapter } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { noteHeard } from '../../customer/door.ts';
import { storeUpload } from '../../file/door.ts';
import { detailOf } from './inbound.detail.ts';
import { type InboundMessage, inboundTakers } from './inbound.message.ts';

export type Source = { adapter: VendorAdapter; connection: Connection; entry: 'bot' | 'queue'; state: string };
export type Arrived = Extract<ChannelEvent, { type: 'message.received' }>;
/** Media by the vendor's id of their message; null: it could not be had. */
export type FetchedMedia = ReadonlyMap<string, StoredAttachment | null>;

const phoneTypes: readonly number[] = [channelTypes.WHATSAPP, channelTypes.SMS, channelTypes.RCS];
const mostNameLength = 500; // of a customer, as the form of the phone book has it
const atOnce = 4;
const retried = new Set([429, 503]);

/** As the ledger and the phone book write it: vendors leave the plus sign out. */
export function inboundAddress(from: string, channelType: number): string {
  if (!phoneTypes.includes(channelType)) return from;
  return /^\d{6,15}$/.test(from) ? `+${from}` : from;
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'audio/aac': 'aac',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/amr': 'amr',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
};

/** Fetches what customers have sent, from the vendor alone, and keeps what passes the house's own check of content. */
export async function fetchMedia(
  deps: Deps,
  ctx: EnterpriseContext,
  { adapter, connection }: Pick<Source, 'adapter' | 'connection'>,
  events: readonly ChannelEvent[],
): Promise<FetchedMedia> {
  const found = new Map<string, StoredAttachment | null>();
  const wanted = events.filter((event): event is Arrived => event.type === 'message.received' && event.content.kind === 'media');
  for (let from = 0; from < wanted.length; from += atOnce) {
    await Promise.all(
      wanted.slice(from, from + atOnce).map(async (event) => {
        found.set(event.vendorMessageId, await fetchOne(deps, ctx, { adapter, connection }, event.content as MediaContent));
      }),
    );
  }
  return found;
}

type MediaContent = Extract<InboundContent, { kind: 'media' }>;

async function fetchOne(
  deps: Deps,
  ctx: EnterpriseContext,
  { adapter, connection }: Pick<Source, 'adapter' | 'connection'>,
  media: MediaContent,
): Promise<StoredAttachment | null> {
  if (!adapter.media) return null;
  try {
    const fetched = await adapter.media.download(deps.vendorIos.of(connection), connection, media);
    if (fetched.kind === 'failed') return null;
    const type = (fetched.mimeType || media.mimeType).split(';')[0]?.trim() ?? '';
    const name = media.fileName || `${media.media}.${extensions[type] ?? 'bin'}`;
    const file = await storeUpload(ctx, { file: Readable.from([Buffer.from(fetched.bytes)]), filename: name }, { createdBy: null });
    return { id: file.id, name: file.name, type: file.type, size: file.size };
  } catch (error) {
    // A full queue is no property of the file: the event is read again later.
    if (error instanceof DomainError && retried.has(error.httpStatus)) throw error;
    if (!(error instanceof DomainError)) deps.log.warn({ err: error }, 'media of a customer could not be fetched');
    return null;
  }
}

/** What an agent reads of a message that is no text. */
export function textOf(content: InboundContent, hasAttachment: boolean): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'media':
      return content.caption || (hasAttachment ? '' : `[${content.media}: ${content.fileName || 'could not be fetched'}]`);
    case 'reply':
    case 'form':
      return content.title;
    case 'location':
      return [content.name, content.address, `${content.latitude}, ${content.longitude}`].filter(Boolean).join('\n');
    case 'reaction':
      return content.emoji;
    case 'contacts':
      return content.contacts.map(({ name, phones }) => [name, ...phones].join(' ')).join('\n');
    case 'order':
      return content.text;
    default:
      return `[${content.reason}]`;
  }
}

/**
 * Hands customers' messages of a vendor to those who take them; the vendor's id keeps a repeat from being stored twice.
 * @param settled what needs no answer
 */
export async function receiveArrived(
  ctx: EnterpriseContext,
  tx: Tx,
  { connection, entry, state }: Source,
  events: readonly Arrived[],
  media: FetchedMedia,
  settled: { has: (event: Arrived) => boolean },
): Promise<void> {
  if (events.length === 0) return;
  const { channelId, type } = connection;
  const messages = events.map((event): InboundMessage => {
    const address = inboundAddress(event.from, type);
    const attachment = media.get(event.vendorMessageId) ?? null;
    return {
      enterpriseId: ctx.enterpriseId,
      channelId,
      entry,
      address,
      line: {
        type,
        vendor: connection.vendor,
        environment: connection.environment,
        state,
        lastInboundAt: event.at.toISOString(),
        session: event.session ? { ...event.session } : null,
        isBlocked: false,
      },
      person: {
        name: cutText(event.fromName, mostNameLength),
        number: phoneTypes.includes(type) && address.startsWith('+') ? address : '',
      },
      visit: {},
      key: cutText(event.vendorMessageId, 200),
      text: cutText(textOf(event.content, attachment !== null), 4096),
      detail: detailOf(event),
      isSettled: settled.has(event),
      attachment,
    };
  });
  for (const take of ctx.extensions.of(inboundTakers)) await take(ctx, tx, messages);
  const last = new Map(events.map((event) => [inboundAddress(event.from, type), event]));
  const heard = [...last].map(([address, { at, session }]) => ({ address, at, session: session ? { ...session } : null }));
  await noteHeard(tx, ctx.enterpriseId, channelId, heard);
}
