import {
  type BroadcastRequest,
  channelTypes,
  type FieldError,
  fieldError,
  mediaFormatOf,
  partOf,
  type TemplateStatus,
  variableGroups,
  variableKey,
  variablesOf,
} from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { fileIdOf } from '#platform/files/file-url.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { accessUsable } from '../../file/door.ts';
import { isTooLong } from '../../messaging/door.run.ts';
import { type RunMessage, toOutgoing } from '../../messaging/door.talk.ts';
import { foreseeValues, linkBase, linkFaults } from '../link/link.rules.ts';
import { findChannel, findTemplate, type SendingChannel } from './message.repository.ts';

const invalid = (errors: FieldError[]) => new DomainError('broadcast.invalid', errors[0]?.message ?? '', { errors });
const sendable: readonly number[] = [channelTypes.SMS, channelTypes.EMAIL, channelTypes.WHATSAPP, channelTypes.RCS];

export type Prepared = { channel: SendingChannel; templateId: string; message: RunMessage };
/** The message to send: a template of a channel with its media, and the mapping of its variables. */
export type Wanted = Pick<BroadcastRequest, 'channelId' | 'message' | 'columnMapping'>;

/** The channel as it is now; undefined where there is none that runs can use. */
export async function findSendingChannel(tx: Read, enterpriseId: string, channelId: string): Promise<SendingChannel | undefined> {
  const channel = await findChannel(tx, enterpriseId, channelId);
  return channel && sendable.includes(channel.type) ? channel : undefined;
}

/** The template with everything that a run keeps of it, as it is now; undefined where the channel has no such template. */
export async function findRunMessage(
  tx: Read,
  enterpriseId: string,
  { channelId, message: { template }, columnMapping }: Wanted,
): Promise<{ templateId: string; status: TemplateStatus; message: RunMessage } | undefined> {
  const row = await findTemplate(tx, enterpriseId, { channelId, templateId: template.templateUId });
  if (!row) return undefined;
  const { name, vendorTemplateId, language, category, components, extra, templateId, status } = row;
  return {
    templateId,
    status,
    message: {
      template: { name, vendorTemplateId, language, category, components, extra },
      media: template.media ?? null,
      cards: template.cards.map((card) => card.media ?? null),
      mapping: columnMapping,
    },
  };
}

/** Stored files that a message names. */
export const filesOf = ({ media, cards }: Pick<RunMessage, 'media' | 'cards'>): string[] => [
  ...new Set([media, ...cards].flatMap((one) => fileIdOf(one?.url ?? '') ?? [])),
];

/**
 * The channel and template of a request as they are now, and whether media and mapping are whole, in the order of BCAST-089.
 * @throws DomainError channel.not_found, template.not_found, file.not_found or broadcast.invalid
 */
export async function prepareMessage(ctx: Ctx, tx: Tx, request: Wanted): Promise<Prepared> {
  const { enterpriseId } = ctx;
  assertMayUseChannel(ctx.actor, request.channelId);
  const channel = await findSendingChannel(tx, enterpriseId, request.channelId);
  if (!channel) throw new DomainError('channel.not_found', 'No such channel.', {});
  const found = await findRunMessage(tx, enterpriseId, request);
  if (!found) throw new DomainError('template.not_found', 'No such template.', {});
  const { templateId, status, message } = found;
  if (status !== 'APPROVED') throw invalid([fieldError('message.template', 'broadcast.not_approved', { status })]);
  const [mediaFault] = mediaFaults(message);
  if (mediaFault) throw invalid([mediaFault]);
  await accessUsable(ctx, tx, filesOf(message), { isShared: true });
  const [mappingFault] = mappingFaults(message);
  if (mappingFault) throw invalid([mappingFault]);
  // A button of ours takes a code, and only iterations give codes.
  const linked = { components: message.template.components, mapping: message.mapping, isTracked: false };
  const [linkFault] = linkFaults(linked, linkBase(ctx.publicUrl()));
  if (linkFault) throw invalid([linkFault]);
  return { channel, templateId, message };
}

/** Tells whether somebody's values make the message longer than the channel takes. @param isTracked addresses among them become short ones */
export const isOverlong = (
  { publicUrl }: Pick<Ctx, 'publicUrl'>,
  channelType: number,
  message: RunMessage,
  { values, isTracked }: { values: Readonly<Record<string, string>>; isTracked: boolean },
): boolean =>
  isTooLong(channelType, () => toOutgoing(message, foreseeValues(values, message.template.components, isTracked, linkBase(publicUrl()))));

/** Media that the template wants and that are not there, in its order. */
export function mediaFaults({ template, media, cards }: RunMessage): FieldError[] {
  const faults: FieldError[] = [];
  const format = mediaFormatOf(template.components);
  const header = partOf(template.components, 'HEADER');
  if (format) {
    if (!media && (header?.resourceUrl ?? '') === '') faults.push(fieldError('message.template.media', 'broadcast.attachment_missing'));
    if (media && media.url === '') faults.push(fieldError('message.template.media', 'broadcast.media_not_found'));
    if (format === 'DOCUMENT' && media && media.type !== 'application/pdf') faults.push(fieldError('message.template.media', 'file.type'));
  }
  for (const [index, card] of (partOf(template.components, 'CAROUSEL')?.cards ?? []).entries()) {
    if (card.header.format === 'NONE') continue;
    if ((cards[index]?.url ?? card.header.url) === '')
      faults.push(fieldError(`message.template.cards.${index}`, 'broadcast.media_missing', { card: index + 1 }));
  }
  return faults;
}

/** Variables that must have a value and are not mapped; whether a column has one is each recipient's matter. */
export function mappingFaults({ template, mapping }: RunMessage): FieldError[] {
  const faults: FieldError[] = [];
  for (const group of variableGroups(template.components)) {
    const mapped = mapping.find((item) => item.type === group.type && item.card === group.card);
    for (const { variable, isRequired, isUrl } of group.variables) {
      const given = mapped?.variables.find((item) => item.variable === variable);
      const field = `columnMapping.${variableKey(group, variable)}`;
      if (isRequired && (given?.value ?? '').trim() === '')
        faults.push(fieldError(field, group.type === 'cards' ? 'broadcast.mapping_missing' : 'broadcast.mandatory'));
      else if (given?.type === 'expression' && (!isUrl || variablesOf(given.value).length === 0))
        faults.push(fieldError(field, 'broadcast.url_variable'));
    }
  }
  return faults;
}
