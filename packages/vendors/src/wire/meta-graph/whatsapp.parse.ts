import { type TemplateCategory, type TemplateStatus, templateCategories, templateStatuses } from '@parley/contract';
import { withPlus } from '../../connection.ts';
import { asInstant, asList, asObject, asObjects, asText, dig, type JsonObject, readJson } from '../../json.ts';
import type { BelongsTo, ChannelEvent, InboundAbout, InboundContent } from '../../types.ts';
import { graphError } from './graph.ts';

/** Meta's states of a template in ours: what is on its way out or over a limit cannot be sent. */
export function templateStatusOf(event: string): TemplateStatus {
  const name = event.toUpperCase();
  if ((templateStatuses as readonly string[]).includes(name)) return name as TemplateStatus;
  if (name === 'IN_APPEAL' || name === 'PENDING_REVIEW') return 'PENDING';
  if (name === 'REINSTATED' || name === 'UNPAUSED') return 'APPROVED';
  return 'DISABLED';
}

export function templateCategoryOf(name: unknown): TemplateCategory {
  const category = asText(name).toUpperCase();
  return (templateCategories as readonly string[]).includes(category) ? (category as TemplateCategory) : 'MARKETING';
}

const kindsOfMedia = ['image', 'audio', 'video', 'document', 'sticker'] as const;

const typedKeys = [...kindsOfMedia, 'text', 'location', 'button', 'interactive', 'reaction', 'contacts', 'order', 'edit', 'revoke'];

/** Some messages come without their type; then it is what they hold. */
const typeOf = (message: JsonObject): string => asText(message.type) || (typedKeys.find((key) => dig(message, key) !== undefined) ?? '');

const lineOfOrder = (item: JsonObject): string => {
  const [quantity, name, price, currency] = ['quantity', 'product_retailer_id', 'item_price', 'currency'].map((key) => asText(item[key]));
  return [`${quantity || '1'} × ${name}`, price, currency].filter(Boolean).join(' ');
};

/** The advert that a chat was begun from, or the product that is asked about. */
export function aboutOf(message: JsonObject): InboundAbout | undefined {
  const advert = asObject(message.referral);
  if (Object.keys(advert).length > 0)
    return {
      kind: 'ad',
      title: asText(advert.headline),
      text: asText(advert.body),
      url: asText(advert.source_url) || asText(advert.source_id),
    };
  const product = asObject(dig(message, 'context', 'referred_product'));
  if (Object.keys(product).length === 0) return undefined;
  return { kind: 'product', title: asText(product.product_retailer_id), text: asText(product.catalog_id), url: '' };
}

/** Returns the content of a customer's message, of any type that Meta sends; an unknown type is reported as unsupported. */
export function contentOf(message: JsonObject): InboundContent {
  const type = typeOf(message);
  const media = kindsOfMedia.find((kind) => kind === type);
  if (media) {
    const file = asObject(message[media]);
    return {
      kind: 'media',
      media,
      url: asText(file.url) || asText(file.link),
      mediaId: asText(file.id),
      mimeType: asText(file.mime_type),
      caption: asText(file.caption),
      fileName: asText(file.filename),
    };
  }
  switch (type) {
    case 'text':
      return { kind: 'text', text: asText(dig(message, 'text', 'body')) };
    case 'location': {
      const place = asObject(message.location);
      const [latitude, longitude] = [Number(place.latitude), Number(place.longitude)];
      if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return { kind: 'unsupported', reason: 'A place without a position' };
      return { kind: 'location', latitude, longitude, name: asText(place.name), address: asText(place.address) };
    }
    case 'button':
      return { kind: 'reply', id: asText(dig(message, 'button', 'payload')), title: asText(dig(message, 'button', 'text')) };
    case 'interactive': {
      const interactive = asObject(message.interactive);
      const reply = asObject(interactive.button_reply ?? interactive.list_reply);
      if (reply.id !== undefined) return { kind: 'reply', id: asText(reply.id), title: asText(reply.title) };
      const flow = asObject(interactive.nfm_reply);
      return flow.response_json === undefined
        ? { kind: 'unsupported', reason: 'interactive' }
        : { kind: 'form', name: asText(flow.name), answers: asObject(readJson(asText(flow.response_json))), title: asText(flow.body) };
    }
    case 'reaction':
      return {
        kind: 'reaction',
        messageId: asText(dig(message, 'reaction', 'message_id')),
        emoji: asText(dig(message, 'reaction', 'emoji')),
      };
    case 'edit': {
      const { edit } = message;
      const words = contentOf(asObject(dig(edit, 'message')));
      const messageId = asText(dig(edit, 'original_message_id')) || asText(dig(edit, 'message_id'));
      return { kind: 'edit', messageId, text: words.kind === 'text' ? words.text : words.kind === 'media' ? words.caption : '' };
    }
    case 'revoke':
      return {
        kind: 'revoke',
        messageId: asText(dig(message, 'revoke', 'original_message_id')) || asText(dig(message, 'revoke', 'message_id')),
      };
    case 'request_welcome':
      return { kind: 'nothing', what: type };
    case 'contacts':
      return {
        kind: 'contacts',
        contacts: asObjects(message.contacts).map((contact) => ({
          name: asText(dig(contact, 'name', 'formatted_name')),
          phones: [
            ...asObjects(contact.phones).map((phone) => asText(phone.phone)),
            ...asObjects(contact.emails).map((email) => asText(email.email)),
          ].filter(Boolean),
        })),
      };
    case 'order':
      return {
        kind: 'order',
        text: [asText(dig(message, 'order', 'text')), ...asObjects(dig(message, 'order', 'product_items')).map(lineOfOrder)]
          .filter(Boolean)
          .join('\n'),
      };
    default:
      return { kind: 'unsupported', reason: asText(dig(message, 'errors', 0, 'title')) || type || 'no type' };
  }
}

/** A person who shows a user name only has no number here: then their id of this business stands for them. */
const personOf = (number: unknown, userId: unknown): string => withPlus(asText(number)) || asText(userId);

function receivedOf(message: JsonObject, value: JsonObject, belongsTo: BelongsTo): ChannelEvent {
  const from = personOf(message.from, message.from_user_id);
  const changedTo = asText(dig(message, 'system', 'wa_id')) || asText(dig(message, 'system', 'user_id'));
  if (asText(message.type) === 'system')
    return changedTo
      ? { type: 'contact.idChanged', from, to: withPlus(changedTo), belongsTo }
      : { type: 'unknown', what: `system ${asText(dig(message, 'system', 'type'))}`, belongsTo };
  const contacts = asObjects(value.contacts);
  const contact = contacts.find((one) => personOf(one.wa_id, one.user_id) === from) ?? contacts[0];
  return {
    type: 'message.received',
    vendorMessageId: asText(message.id),
    from,
    fromName: asText(dig(contact, 'profile', 'name')),
    at: asInstant(message.timestamp),
    content: contentOf(message),
    answers: asText(dig(message, 'context', 'id')),
    about: aboutOf(message),
    belongsTo,
  };
}

const receipts = ['sent', 'delivered', 'read', 'failed'] as const;

function statusOf(status: JsonObject, belongsTo: BelongsTo): ChannelEvent {
  const name = receipts.find((receipt) => receipt === asText(status.status));
  if (!name) return { type: 'unknown', what: `status ${asText(status.status)}`, belongsTo };
  const pricing = asObject(status.pricing);
  const facts = Object.fromEntries(
    [
      ...Object.entries(pricing).map(([key, fact]) => [key, typeof fact === 'boolean' ? String(fact) : asText(fact)] as const),
      ['conversationId', asText(dig(status, 'conversation', 'id'))] as const,
      ['origin', asText(dig(status, 'conversation', 'origin', 'type'))] as const,
    ].filter(([, fact]) => fact !== ''),
  );
  const error = asObjects(status.errors)[0];
  return {
    type: 'message.status',
    vendorMessageId: asText(status.id),
    ourId: asText(status.biz_opaque_callback_data),
    recipient: personOf(status.recipient_id, status.recipient_user_id),
    status: name,
    at: asInstant(status.timestamp),
    error: name === 'failed' ? graphError(error ?? {}) : undefined,
    billing: Object.keys(facts).length > 0 ? facts : undefined,
    belongsTo,
  };
}

function preferenceOf(preference: JsonObject, belongsTo: BelongsTo): ChannelEvent {
  const address = personOf(preference.wa_id, preference.user_id);
  if (asText(preference.category) !== 'marketing_messages' || address === '')
    return { type: 'unknown', what: `preference ${asText(preference.category)}`, belongsTo };
  return { type: asText(preference.value) === 'stop' ? 'contact.optOut' : 'contact.optIn', address, belongsTo };
}

function changeOf(field: string, value: JsonObject, account: BelongsTo): ChannelEvent[] {
  const name = asText(value.message_template_name);
  const language = asText(value.message_template_language);
  switch (field) {
    case 'messages': {
      const belongsTo = { key: 'contactId', value: asText(dig(value, 'metadata', 'phone_number_id')) };
      return [
        ...asObjects(value.messages).map((message) => receivedOf(message, value, belongsTo)),
        ...asObjects(value.statuses).map((status) => statusOf(status, belongsTo)),
      ];
    }
    case 'user_preferences':
      return asObjects(value.user_preferences).map((preference) =>
        preferenceOf(preference, { key: 'contactId', value: asText(dig(value, 'metadata', 'phone_number_id')) }),
      );
    case 'message_template_status_update': {
      const reason = asText(value.reason);
      return [
        {
          type: 'template.status',
          name,
          language,
          vendorTemplateId: asText(value.message_template_id),
          status: templateStatusOf(asText(value.event)),
          reason: reason === 'NONE' ? '' : reason,
          belongsTo: account,
        },
      ];
    }
    case 'template_category_update':
      return [{ type: 'template.category', name, language, category: templateCategoryOf(value.new_category), belongsTo: account }];
    case 'message_template_quality_update':
      return [{ type: 'template.quality', name, language, quality: asText(value.new_quality_score), belongsTo: account }];
    case 'flows': {
      const text = asText(value.message) || asText(value.event);
      const status = asText(value.event) === 'FLOW_STATUS_CHANGE' ? asText(value.new_status) : '';
      return [{ type: 'flow.status', vendorFlowId: asText(value.flow_id), status, text, belongsTo: account }];
    }
    case 'phone_number_quality_update':
      return [{ type: 'number.quality', quality: asText(value.event), tier: asText(value.current_limit), belongsTo: account }];
    case 'account_update':
    case 'account_alerts':
    case 'business_capability_update': {
      const what = asText(value.event) || asText(value.alert_type) || field;
      const isBlocked = ['DISABLED_UPDATE', 'ACCOUNT_RESTRICTION', 'ACCOUNT_VIOLATION', 'ACCOUNT_DELETED'].includes(what);
      return [{ type: 'account.update', text: what, isBlocked, belongsTo: account }];
    }
    default:
      return [{ type: 'unknown', what: `field ${field}`, belongsTo: account }];
  }
}

/** Every entry, change, message and status of one POST. */
export function parseWhatsApp(json: unknown): ChannelEvent[] {
  const entries = asList(dig(json, 'entry'));
  if (asText(dig(json, 'object')) !== 'whatsapp_business_account' || entries.length === 0) return [{ type: 'unknown', what: 'no entry' }];
  return asObjects(entries).flatMap((entry) =>
    asObjects(entry.changes).flatMap((change) =>
      changeOf(asText(change.field), asObject(change.value), { key: 'wabaId', value: asText(entry.id) }),
    ),
  );
}
