import { Readable } from 'node:stream';
import { channelTypes, cutText } from '@parley/contract';
import { type ChannelEvent, type Connection, type InboundContent, isNote, type MediaOps, type VendorAdapter } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { noteHeard } from '../../customer/door.ts';
import { storeCustomerFile } from '../../file/door.ts';
import { detailOf } from './inbound.detail.ts';
import { type HeardForm, type InboundMail, type InboundMessage, type InboundNote, inboundForms, inboundTakers } from './inbound.message.ts';
import { maskSecrets } from './inbound.secret.ts';

export type Source = { adapter: VendorAdapter; connection: Connection; entry: 'bot' | 'queue'; state: string };
export type Arrived = Extract<ChannelEvent, { type: 'message.received' }>;
/** Media by the vendor's id of their message; where one is not kept, why. */
export type FetchedMedia = ReadonlyMap<string, StoredAttachment | { lost: string }>;

const phoneTypes: readonly number[] = [channelTypes.WHATSAPP, channelTypes.SMS, channelTypes.RCS];
const mostNameLength = 500; // length limit of a customer's name, as in the form of the phone book
const mostKeyLength = 200;
const atOnce = 4;
const retried = new Set([429, 503]);

/** Returns the address as the ledger and the phone book write it: vendors leave the plus sign out. */
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
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'text/plain': 'txt',
  'application/zip': 'zip',
  'video/3gpp': '3gp',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
};

const notHad = 'The vendor did not hand it over.';

/** Fetches what customers have sent, from the vendor alone, and keeps it, served as what its content is. */
export async function fetchMedia(
  deps: Deps,
  ctx: EnterpriseContext,
  { adapter, connection }: Pick<Source, 'adapter' | 'connection'>,
  events: readonly ChannelEvent[],
): Promise<FetchedMedia> {
  const found = new Map<string, StoredAttachment | { lost: string }>();
  const wanted = events.filter((event): event is Arrived => event.type === 'message.received' && event.content.kind === 'media');
  const ofForms = events.flatMap((event) =>
    event.type === 'message.received' && event.content.kind === 'form'
      ? filesOfForm(event.content.answers).map((id) => ({ key: fileKey(event.vendorMessageId, id), id }))
      : [],
  );
  for (let from = 0; from < ofForms.length; from += atOnce)
    await Promise.all(
      ofForms.slice(from, from + atOnce).map(async ({ key, id }) => {
        const file: MediaContent = { kind: 'media', media: 'document', url: '', mediaId: id, mimeType: '', caption: '', fileName: '' };
        found.set(key, await fetchOne(deps, ctx, { adapter, connection }, file));
      }),
    );
  for (let from = 0; from < wanted.length; from += atOnce) {
    await Promise.all(
      wanted.slice(from, from + atOnce).map(async (event) => {
        found.set(event.vendorMessageId, await fetchOne(deps, ctx, { adapter, connection }, event.content as MediaContent));
      }),
    );
  }
  return found;
}

const mostFilesOfForm = 30;
const fileKey = (vendorMessageId: string, id: string): string => `${vendorMessageId}#${id}`;

/** The vendor's ids of files that a filled form names. */
function filesOfForm(answers: Readonly<Record<string, unknown>>): string[] {
  const named = Object.values(answers).flatMap((answer) => (Array.isArray(answer) ? (answer as unknown[]) : []));
  return named
    .flatMap((one) => (typeof one === 'object' && one !== null && 'id' in one && 'mime_type' in one ? [String(one.id)] : []))
    .slice(0, mostFilesOfForm);
}

type MediaContent = Extract<InboundContent, { kind: 'media' }>;

async function fetchOne(
  deps: Deps,
  ctx: EnterpriseContext,
  { adapter, connection }: Pick<Source, 'adapter' | 'connection'>,
  media: MediaContent,
): Promise<StoredAttachment | { lost: string }> {
  if (media.kept) return media.kept;
  if (!adapter.media && !media.bytes) return { lost: notHad };
  try {
    const fetched = media.bytes
      ? { kind: 'done' as const, bytes: media.bytes, mimeType: media.mimeType }
      : await (adapter.media as MediaOps).download(deps.vendorIos.of(connection), connection, media);
    if (fetched.kind === 'failed') return { lost: `${notHad} ${fetched.error.vendorMessage}`.trim() };
    const type = (fetched.mimeType || media.mimeType).split(';')[0]?.trim() ?? '';
    const extension = Object.hasOwn(extensions, type) ? `.${extensions[type]}` : '';
    const name = media.fileName || `${media.media}${extension}`;
    return await storeCustomerFile(ctx, { file: Readable.from([Buffer.from(fetched.bytes)]), filename: name });
  } catch (error) {
    // A full queue is no property of the file: the event is read again later.
    if (error instanceof DomainError && retried.has(error.httpStatus)) throw error;
    if (error instanceof DomainError) return { lost: error.message };
    deps.log.warn({ err: error }, 'media of a customer could not be fetched');
    return { lost: notHad };
  }
}

/** The texts of messages that are no text, for agents. */
/** A message says something in any case: what has no words says so. @param lost why a file is not there; '' where it is, or where there is none */
export function textOf(content: InboundContent, lost: string): string {
  const words = wordsOf(content, lost);
  return words === '' && content.kind !== 'media' ? '[a message without words]' : words;
}

function wordsOf(content: InboundContent, lost: string): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'media':
      return [content.caption, lost && `[${content.fileName || content.media}: this file was not kept. ${lost}]`]
        .filter(Boolean)
        .join('\n');
    case 'reply':
    case 'form':
      return content.title || ('id' in content ? content.id : content.name);
    case 'location':
      return [content.name, content.address, `${content.latitude}, ${content.longitude}`].filter(Boolean).join('\n');
    case 'contacts':
      return content.contacts.map(({ name, phones }) => [name, ...phones].join(' ')).join('\n');
    case 'order':
      return content.text;
    case 'unsupported':
      return `[${content.reason}]`;
    default:
      return '';
  }
}

/** Returns the notes among the events: those about messages that are there. */
export function notesOf({ connection: { channelId, type } }: Source, events: readonly Arrived[]): InboundNote[] {
  return events.flatMap(({ content, from, at, vendorMessageId }): InboundNote[] => {
    if (!isNote(content) || content.kind === 'nothing') return [];
    return [
      {
        ...content,
        messageId: cutText(content.messageId, mostKeyLength),
        eventId: vendorMessageId,
        channelId,
        address: inboundAddress(from, type),
        at,
      },
    ];
  });
}

function mailOf({ mail }: Arrived): InboundMail | undefined {
  if (!mail) return undefined;
  const { answers, page, html: _html, ...entry } = mail;
  return { entry: { ...entry, bcc: [], hasPage: page !== '' }, answers, page };
}

/** Forms among the messages that somebody here has asked for: they are taken whole, and what stands in the chat is what everybody may read. */
async function hearForms(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  type: number,
  events: readonly Arrived[],
  media: FetchedMedia,
): Promise<ReadonlyMap<string, HeardForm>> {
  const heard = new Map<string, HeardForm>();
  for (const { content, from, vendorMessageId } of events) {
    if (content.kind !== 'form') continue;
    const files = new Map(
      filesOfForm(content.answers).flatMap((id) => {
        const file = media.get(fileKey(vendorMessageId, id));
        return file && !('lost' in file) ? [[id, file] as const] : [];
      }),
    );
    for (const take of ctx.extensions.of(inboundForms)) {
      const taken = await take(ctx, tx, { channelId, address: inboundAddress(from, type), answers: content.answers, files });
      if (taken) heard.set(vendorMessageId, taken);
    }
  }
  return heard;
}

/**
 * Hands customers' messages of a vendor to the takers; the vendor's id keeps a repeat from being stored twice.
 * @param settled what needs no answer
 * @returns the vendor's ids of those that nobody may read
 */
export async function receiveArrived(
  ctx: EnterpriseContext,
  tx: Tx,
  { connection, entry, state }: Source,
  events: readonly Arrived[],
  media: FetchedMedia,
  settled: { has: (event: Arrived) => boolean },
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const { channelId, type } = connection;
  const forms = await hearForms(ctx, tx, channelId, type, events, media);
  const given = events.map((event): InboundMessage => {
    const form = forms.get(event.vendorMessageId);
    const address = inboundAddress(event.from, type);
    const found = media.get(event.vendorMessageId);
    const [attachment, lost] = found && 'lost' in found ? [null, found.lost] : [found ?? null, ''];
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
      key: cutText(event.vendorMessageId, mostKeyLength),
      text: form ? form.title : cutText(textOf(event.content, lost), 4096),
      writtenAt: event.at,
      detail: detailOf(form ? { ...event, content: { kind: 'form', name: form.title, answers: form.lines, title: form.title } } : event),
      isSettled: form !== undefined || settled.has(event),
      isAutomatic: event.isAutomatic,
      attachment,
      mail: mailOf(event),
      partOf: event.partOf && cutText(event.partOf, mostKeyLength),
    };
  });
  const messages = await maskSecrets(ctx, tx, given);
  for (const take of ctx.extensions.of(inboundTakers)) await take(ctx, tx, messages);
  // A program's message does not tell when its owner was last there.
  const inTime = events.filter((event) => !event.isAutomatic).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const last = new Map(inTime.map((event) => [inboundAddress(event.from, type), event]));
  const heard = [...last].map(([address, { at, session }]) => ({ address, at, session: session ? { ...session } : null }));
  await noteHeard(tx, ctx.enterpriseId, channelId, heard);
  return new Set(
    events.flatMap(({ vendorMessageId }, place) => (messages[place]?.secret || forms.has(vendorMessageId) ? [vendorMessageId] : [])),
  );
}
