import {
  type BroadcastRequest,
  channelTypes,
  type FieldError,
  fieldError,
  mediaFormatOf,
  partOf,
  variableGroups,
  variableKey,
  variablesOf,
} from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { fileIdOf } from '#platform/files/file-url.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { accessUsable } from '../../file/door.ts';
import type { RunMessage } from '../../messaging/door.ts';

const invalid = (errors: FieldError[]) => new DomainError('broadcast.invalid', errors[0]?.message ?? '', { errors });
const sendable: readonly number[] = [channelTypes.SMS, channelTypes.EMAIL, channelTypes.WHATSAPP, channelTypes.RCS];

export type Prepared = {
  channel: { channelId: string; type: number; vendor: string; name: string; state: string; environment: string; contactId: string };
  templateId: string;
  message: RunMessage;
};

/**
 * The channel and template of a request as they are now, and whether media and mapping are whole, in the order of BCAST-089.
 * @throws DomainError channel.not_found, template.not_found, file.not_found or broadcast.invalid
 */
export async function prepareMessage(ctx: Ctx, tx: Tx, request: BroadcastRequest): Promise<Prepared> {
  const { enterpriseId } = ctx;
  assertMayUseChannel(ctx.actor, request.channelId);
  const channel = await tx
    .selectFrom('channels')
    .select(['channelId', 'type', 'vendor', 'name', 'state', 'environment', 'contactId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', request.channelId)
    .executeTakeFirst();
  if (!channel || !sendable.includes(channel.type)) throw new DomainError('channel.not_found', 'No such channel.', {});
  const { template } = request.message;
  const row = await tx
    .selectFrom('templates')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', '=', template.templateUId)
    .where('channelId', '=', channel.channelId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new DomainError('template.not_found', 'No such template.', {});
  if (row.status !== 'APPROVED') throw invalid([fieldError('message.template', 'broadcast.not_approved', { status: row.status })]);
  const message: RunMessage = {
    template: {
      name: row.name,
      vendorTemplateId: row.vendorTemplateId,
      language: row.language,
      category: row.category,
      components: row.components,
      extra: row.extra,
    },
    media: template.media ?? null,
    cards: template.cards.map((card) => card.media ?? null),
    mapping: request.columnMapping,
  };
  assertMedia(message);
  const addresses = [message.media, ...message.cards].flatMap((media) => fileIdOf(media?.url ?? '') ?? []);
  await accessUsable(ctx, tx, [...new Set(addresses)], { isShared: true });
  assertMapping(message);
  return { channel, templateId: row.templateId, message };
}

function assertMedia({ template, media, cards }: RunMessage): void {
  const format = mediaFormatOf(template.components);
  const header = partOf(template.components, 'HEADER');
  if (format) {
    if (!media && (header?.resourceUrl ?? '') === '') throw invalid([fieldError('message.template.media', 'broadcast.attachment_missing')]);
    if (media && media.url === '') throw invalid([fieldError('message.template.media', 'broadcast.media_not_found')]);
    if (format === 'DOCUMENT' && media && media.type !== 'application/pdf')
      throw invalid([fieldError('message.template.media', 'file.type')]);
  }
  for (const [index, card] of (partOf(template.components, 'CAROUSEL')?.cards ?? []).entries()) {
    if (card.header.format === 'NONE') continue;
    if ((cards[index]?.url ?? card.header.url) === '')
      throw invalid([fieldError(`message.template.cards.${index}`, 'broadcast.media_missing', { card: index + 1 })]);
  }
}

/** Every variable that must have a value is mapped; whether a column has one is each recipient's matter. */
function assertMapping({ template, mapping }: RunMessage): void {
  for (const group of variableGroups(template.components)) {
    const mapped = mapping.find((item) => item.type === group.type && item.card === group.card);
    for (const { variable, isRequired, isUrl } of group.variables) {
      const given = mapped?.variables.find((item) => item.variable === variable);
      const field = `columnMapping.${variableKey(group, variable)}`;
      if (isRequired && (given?.value ?? '').trim() === '')
        throw invalid([fieldError(field, group.type === 'cards' ? 'broadcast.mapping_missing' : 'broadcast.mandatory')]);
      if (given?.type !== 'expression') continue;
      if (!isUrl || variablesOf(given.value).length === 0) throw invalid([fieldError(field, 'broadcast.url_variable')]);
    }
  }
}
