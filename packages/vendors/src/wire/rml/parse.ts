import { withPlus } from '../../connection.ts';
import { classify } from '../../errors.ts';
import { asInstant, asObject, asObjects, asText, dig, type JsonObject } from '../../json.ts';
import type { BelongsTo, ChannelEvent } from '../../types.ts';
import { aboutOf, contentOf, templateStatusOf } from '../meta-graph/whatsapp.parse.ts';

function received(message: JsonObject, contacts: readonly JsonObject[], belongsTo: BelongsTo): ChannelEvent {
  const content = contentOf(message);
  const url = asText(message.media_url);
  return {
    type: 'message.received',
    vendorMessageId: asText(message.id),
    from: withPlus(asText(message.from)),
    fromName: asText(dig(contacts[0], 'profile', 'name')),
    at: asInstant(message.timestamp),
    // The address from which Route Mobile serves the file stands beside Meta's media object.
    content: content.kind === 'media' && url ? { ...content, url } : content,
    answers: asText(dig(message, 'context', 'id')),
    about: aboutOf(message),
    belongsTo,
  };
}

const stages = ['sent', 'delivered', 'read', 'failed'] as const;

function told(status: JsonObject, belongsTo: BelongsTo): ChannelEvent {
  if (asText(status.type) === 'event') {
    const event = asObject(status.event ?? status);
    return {
      type: 'template.status',
      name: asText(event.template_name),
      language: asText(event.language),
      vendorTemplateId: asText(event.template_id),
      status: templateStatusOf(asText(event.status)),
      reason: asText(event.reason),
      belongsTo,
    };
  }
  const stage = stages.find((one) => one === asText(status.status).toLowerCase());
  if (!stage) return { type: 'unknown', what: `status ${asText(status.status)}`, belongsTo };
  const error = asObjects(status.errors)[0];
  const category = asText(dig(status, 'pricing', 'category'));
  return {
    type: 'message.status',
    vendorMessageId: asText(status.id),
    ourId: asText(status.extra),
    recipient: withPlus(asText(status.recipient_id)),
    status: stage,
    at: asInstant(status.timestamp),
    error: stage === 'failed' ? classify('meta', { code: asText(error?.code), message: asText(error?.title) }) : undefined,
    billing: category ? { category } : undefined,
    belongsTo,
  };
}

export function parseRml(json: unknown): ChannelEvent[] {
  const body = asObject(json);
  const belongsTo = { key: 'contactId', value: asText(body.brand_msisdn) };
  const events = [
    ...asObjects(body.messages).map((message) => received(message, asObjects(body.contacts), belongsTo)),
    ...asObjects(body.statuses).map((status) => told(status, belongsTo)),
  ];
  return events.length > 0 ? events : [{ type: 'unknown', what: 'neither messages nor statuses' }];
}
