import type { SandboxAct, SandboxQuality, SandboxTemplateChange } from '@parley/contract';
import { withoutPlus } from '../../connection.ts';
import type { VendorTemplate } from '../../types.ts';
import { signBody } from '../../wire/meta-graph/signature.ts';
import type { FlowReply, HookCall, Receipt } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import type { Phone, SimulatedChannel, SimulatedFlow } from '../state.ts';
import { titleOf } from './meta-answers.ts';

export const seconds = (at: number): string => String(Math.floor(at / 1000));

export function signedCall(channel: SimulatedChannel, body: unknown): HookCall {
  const text = JSON.stringify(body);
  return {
    url: channel.hookUrl,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signBody(text, channel.config.clientSecret ?? '') },
    body: text,
  };
}

function change(channel: SimulatedChannel, field: string, value: Record<string, unknown>): HookCall {
  return signedCall(channel, {
    object: 'whatsapp_business_account',
    entry: [{ id: channel.config.wabaId ?? '', changes: [{ field, value }] }],
  });
}

const metadata = (channel: SimulatedChannel) => ({ display_phone_number: channel.contactId, phone_number_id: channel.contactId });

function statusOf({ message, stage, at }: Receipt): Record<string, unknown> {
  return {
    id: message.id,
    status: stage,
    timestamp: seconds(at),
    recipient_id: withoutPlus(message.to),
    ...(message.ourId ? { biz_opaque_callback_data: message.ourId } : {}),
    ...(stage === 'failed'
      ? { errors: [{ code: Number(message.errorCode) || 1, title: titleOf(message.errorCode), message: titleOf(message.errorCode) }] }
      : {
          pricing: {
            billable: message.facts !== 'service',
            pricing_model: 'PMP',
            type: message.facts === 'service' ? 'free_customer_service' : 'regular',
            category: message.facts,
          },
        }),
  };
}

export const receiptsCall = (channel: SimulatedChannel, receipts: readonly Receipt[]): HookCall =>
  change(channel, 'messages', { messaging_product: 'whatsapp', metadata: metadata(channel), statuses: receipts.map(statusOf) });

/** A press is a reply of the kind that the button is: of our own message, of a list, or of a template. */
function pressOf(phone: Phone, act: Extract<SandboxAct, { kind: 'press' }>): Record<string, unknown> | undefined {
  const button = pressedButton(phone, act);
  if (!button) return undefined;
  const context = { from: '', id: act.messageId };
  if (button.type === 'quickReply') return { type: 'button', context, button: { payload: button.id, text: button.title } };
  const kind = button.type === 'row' ? 'list_reply' : 'button_reply';
  return { type: 'interactive', context, interactive: { type: kind, [kind]: { id: button.id, title: button.title } } };
}

export function messageOf(channel: SimulatedChannel, phone: Phone, act: SandboxAct, id: string): Record<string, unknown> | undefined {
  switch (act.kind) {
    case 'text':
      return { type: 'text', text: { body: act.text } };
    case 'media': {
      const { mediaId, mimeType, fileName } = storeMedia(channel, act, id);
      return {
        type: act.media,
        [act.media]: {
          id: mediaId,
          mime_type: mimeType,
          ...(act.caption ? { caption: act.caption } : {}),
          ...(act.media === 'document' ? { filename: fileName } : {}),
        },
      };
    }
    case 'location':
      return { type: 'location', location: { latitude: act.latitude, longitude: act.longitude, name: act.name } };
    case 'press':
      return pressOf(phone, act);
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: act.messageId, emoji: act.emoji } };
    default:
      return undefined;
  }
}

/** Returns the customer's act as Meta reports it; undefined for a button that is not there. */
export function actCall(channel: SimulatedChannel, phone: Phone, act: SandboxAct, id: string, at: number): HookCall | undefined {
  const person = withoutPlus(phone.address);
  const contacts = [{ profile: { name: phone.name }, wa_id: person }];
  if (act.kind === 'optOut' || act.kind === 'optIn')
    return change(channel, 'user_preferences', {
      messaging_product: 'whatsapp',
      metadata: metadata(channel),
      contacts,
      user_preferences: [
        {
          wa_id: person,
          detail: 'User requested to change marketing messages',
          category: 'marketing_messages',
          value: act.kind === 'optOut' ? 'stop' : 'resume',
          timestamp: seconds(at),
        },
      ],
    });
  const message = messageOf(channel, phone, act, id);
  return message
    ? change(channel, 'messages', {
        messaging_product: 'whatsapp',
        metadata: metadata(channel),
        contacts,
        messages: [{ from: person, id, timestamp: seconds(at), ...message }],
      })
    : undefined;
}

/** A filled flow comes as a message that answers the one that had opened it. */
export function flowReplyCall(channel: SimulatedChannel, phone: Phone, { values, messageId, id, at }: FlowReply): HookCall {
  const person = withoutPlus(phone.address);
  return change(channel, 'messages', {
    messaging_product: 'whatsapp',
    metadata: metadata(channel),
    contacts: [{ profile: { name: phone.name }, wa_id: person }],
    messages: [
      {
        from: person,
        id,
        timestamp: seconds(at),
        context: { from: channel.contactId, id: messageId },
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(values) } },
      },
    ],
  });
}

export const flowChangedCall = (channel: SimulatedChannel, { id, status }: SimulatedFlow, from: string): HookCall =>
  change(channel, 'flows', {
    event: 'FLOW_STATUS_CHANGE',
    message: `Flow has moved from ${from} to ${status} state.`,
    flow_id: id,
    old_status: from,
    new_status: status,
  });

export function templateCalls(channel: SimulatedChannel, template: VendorTemplate, change_: SandboxTemplateChange): HookCall[] {
  const name = {
    message_template_id: Number(template.vendorTemplateId) || template.vendorTemplateId,
    message_template_name: template.name,
    message_template_language: template.language,
  };
  return [
    ...(change_.status
      ? [change(channel, 'message_template_status_update', { event: change_.status, ...name, reason: change_.reason || 'NONE' })]
      : []),
    ...(change_.category ? [change(channel, 'template_category_update', { ...name, new_category: change_.category })] : []),
    ...(change_.quality ? [change(channel, 'message_template_quality_update', { ...name, new_quality_score: change_.quality })] : []),
  ];
}

export const qualityCall = (channel: SimulatedChannel, { quality, tier }: SandboxQuality): HookCall =>
  change(channel, 'phone_number_quality_update', { display_phone_number: channel.contactId, event: quality, current_limit: tier });
