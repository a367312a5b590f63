import { channelTypes, type VendorName, vendorNames } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapterFor, vendors } from './adapters.ts';
import { isRegistered } from './simulator/families/http-sms.ts';
import { hookRequest, testConnection } from './testing.ts';
import type { ChannelEvent, RawRequest, VendorAdapter } from './types.ts';
import { readReceipt } from './wire/smpp/receipt.ts';

const { WHATSAPP, SMS, RCS, EMAIL, TELEGRAM, FACEBOOK_MESSENGER, INSTAGRAM } = channelTypes;
const parse = (vendor: VendorName, type: number, body: unknown, more: Partial<RawRequest> = {}): ChannelEvent[] =>
  (adapterFor(vendor, type) as VendorAdapter).parseHook(hookRequest(body, more), testConnection(vendor, type as never));
const meta = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: 'WABA', changes: [{ field, value }] }],
});
const metadata = { phone_number_id: '9198' };
const messages = (...list: object[]) =>
  meta('messages', { metadata, contacts: [{ profile: { name: 'Asha' }, wa_id: '919811111111' }], messages: list });
const from = '919811111111';
const base = { from, id: 'wamid.1', timestamp: '1750030073' };

test('WhatsApp: every kind of message, several in one call, and those of people without a number', () => {
  const kinds: [object, object][] = [
    [
      { type: 'text', text: { body: 'Hi' }, context: { id: 'wamid.0' } },
      {
        content: { kind: 'text', text: 'Hi' },
        answers: 'wamid.0',
        from: '+919811111111',
        fromName: 'Asha',
        at: new Date(1_750_030_073_000),
      },
    ],
    [
      { type: 'image', image: { id: '7', mime_type: 'image/jpeg', caption: 'Look' } },
      { content: { kind: 'media', media: 'image', mediaId: '7', caption: 'Look', mimeType: 'image/jpeg' } },
    ],
    [{ type: 'document', document: { id: '8', filename: 'a.pdf' } }, { content: { media: 'document', fileName: 'a.pdf' } }],
    [
      { type: 'location', location: { latitude: 1.5, longitude: 2.5, name: 'Shop' } },
      { content: { kind: 'location', latitude: 1.5, longitude: 2.5, name: 'Shop' } },
    ],
    [{ type: 'button', button: { payload: 'P', text: 'Yes' } }, { content: { kind: 'reply', id: 'P', title: 'Yes' } }],
    [
      { type: 'interactive', interactive: { list_reply: { id: 'r', title: 'Tea' } } },
      { content: { kind: 'reply', id: 'r', title: 'Tea' } },
    ],
    [
      { type: 'interactive', interactive: { nfm_reply: { name: 'flow', response_json: '{"a":1}', body: 'Sent' } } },
      { content: { kind: 'form', name: 'flow', answers: { a: 1 }, title: 'Sent' } },
    ],
    [
      { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
      { content: { kind: 'reaction', messageId: 'wamid.0', emoji: '👍' } },
    ],
    [{ type: 'reaction', reaction: { message_id: 'wamid.0' } }, { content: { kind: 'reaction', messageId: 'wamid.0', emoji: '' } }],
    [
      { type: 'edit', edit: { original_message_id: 'wamid.0', message: { type: 'image', image: { id: '7', caption: 'Better' } } } },
      { content: { kind: 'edit', messageId: 'wamid.0', text: 'Better' } },
    ],
    [{ type: 'revoke', revoke: { original_message_id: 'wamid.0' } }, { content: { kind: 'revoke', messageId: 'wamid.0' } }],
    [{ type: 'request_welcome' }, { content: { kind: 'nothing', what: 'request_welcome' } }],
    [
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Ravi' }, phones: [{ phone: '+91' }] }] },
      { content: { kind: 'contacts', contacts: [{ name: 'Ravi', phones: ['+91'] }] } },
    ],
    [
      { type: 'order', order: { product_items: [{ product_retailer_id: 'tea', quantity: 2, item_price: 5, currency: 'INR' }] } },
      { content: { kind: 'order', text: '2 × tea 5 INR' } },
    ],
    [
      { type: 'unsupported', errors: [{ code: 131_051, title: 'Message type unknown' }] },
      { content: { kind: 'unsupported', reason: 'Message type unknown' } },
    ],
  ];
  for (const [given, wanted] of kinds)
    expect(parse('twixormcmi', WHATSAPP, messages({ ...base, ...given }))).toMatchObject([
      { type: 'message.received', belongsTo: { key: 'contactId', value: '9198' }, ...wanted },
    ]);
  expect(
    parse('twixormcmi', WHATSAPP, messages({ ...base, type: 'text', text: { body: '1' } }, { ...base, type: 'text', text: { body: '2' } })),
  ).toHaveLength(2);
  expect(
    parse('twixormcmi', WHATSAPP, messages({ from: '', from_user_id: 'IN.1', id: 'x', type: 'text', text: { body: 'a' } })),
  ).toMatchObject([{ from: 'IN.1' }]);
  expect(
    parse('twixormcmi', WHATSAPP, messages({ ...base, type: 'system', system: { type: 'user_changed_user_id', user_id: 'IN.2' } })),
  ).toMatchObject([{ type: 'contact.idChanged', from: '+919811111111', to: 'IN.2' }]);
});

test('WhatsApp: receipts with price and error, and what happens to templates, numbers and accounts', () => {
  const status = { id: 'wamid.1', recipient_id: from, timestamp: '1750030073', biz_opaque_callback_data: 'our' };
  expect(
    parse(
      'twixormcmi',
      WHATSAPP,
      meta('messages', {
        metadata,
        statuses: [
          {
            ...status,
            status: 'delivered',
            conversation: { id: 'c', origin: { type: 'marketing' } },
            pricing: { billable: true, category: 'marketing' },
          },
          { ...status, status: 'failed', errors: [{ code: 131_047, title: 'Re-engagement', error_data: { details: 'too late' } }] },
        ],
      }),
    ),
  ).toMatchObject([
    {
      status: 'delivered',
      ourId: 'our',
      recipient: '+919811111111',
      billing: { billable: 'true', category: 'marketing', conversationId: 'c', origin: 'marketing' },
    },
    { status: 'failed', error: { class: 'SESSION_WINDOW', vendorCode: '131047', vendorMessage: 'Re-engagement: too late' } },
  ]);
  const name = { message_template_id: 7, message_template_name: 'offer', message_template_language: 'en' };
  const changes: [string, object, object][] = [
    [
      'message_template_status_update',
      { ...name, event: 'REJECTED', reason: 'PROMOTIONAL' },
      { type: 'template.status', name: 'offer', status: 'REJECTED', reason: 'PROMOTIONAL', vendorTemplateId: '7' },
    ],
    ['message_template_status_update', { ...name, event: 'PENDING_DELETION', reason: 'NONE' }, { status: 'DISABLED', reason: '' }],
    ['template_category_update', { ...name, new_category: 'UTILITY' }, { type: 'template.category', category: 'UTILITY' }],
    ['message_template_quality_update', { ...name, new_quality_score: 'RED' }, { type: 'template.quality', quality: 'RED' }],
    [
      'phone_number_quality_update',
      { event: 'FLAGGED', current_limit: 'TIER_1K' },
      { type: 'number.quality', quality: 'FLAGGED', tier: 'TIER_1K' },
    ],
    ['account_update', { event: 'ACCOUNT_RESTRICTION' }, { type: 'account.update', isBlocked: true }],
    [
      'user_preferences',
      { metadata, user_preferences: [{ wa_id: from, category: 'marketing_messages', value: 'stop' }] },
      { type: 'contact.optOut', address: '+919811111111' },
    ],
    ['something_new', {}, { type: 'unknown' }],
  ];
  for (const [field, value, wanted] of changes)
    expect([field, parse('twixormcmi', WHATSAPP, meta(field, value))]).toMatchObject([field, [wanted]]);
});

test('receipts and messages of the other vendors, as they are documented', () => {
  const packed = (event: object) => ({ message: { data: Buffer.from(JSON.stringify(event)).toString('base64'), attributes: {} } });
  const cases: [VendorName, number, unknown, object, Partial<RawRequest>?][] = [
    [
      'routeMobile',
      WHATSAPP,
      {
        statuses: [
          { id: 'req', message_id: 'wamid', recipient_id: from, status: 'failed', extra: 'our', errors: [{ code: 470, title: 'Window' }] },
        ],
        brand_msisdn: '9198',
      },
      { vendorMessageId: 'req', ourId: 'our', error: { class: 'SESSION_WINDOW' }, belongsTo: { value: '9198' } },
    ],
    [
      'routeMobile',
      WHATSAPP,
      { messages: [{ ...base, type: 'image', image: { id: '1' }, media_url: 'https://x.rmlconnect.net/a' }] },
      { content: { kind: 'media', url: 'https://x.rmlconnect.net/a' } },
    ],
    [
      'karixRCM',
      WHATSAPP,
      {
        channel: 'WABA',
        events: { eventType: 'DELIVERY EVENTS', mid: 'm', timestamp: '1750030073000' },
        notificationAttributes: { status: 'read', code: '000' },
        recipient: { to: from, reference: { cust_ref: 'our' } },
      },
      { status: 'read', vendorMessageId: 'm', ourId: 'our' },
    ],
    [
      'karixRCM',
      WHATSAPP,
      {
        events: { mid: 'm' },
        eventContent: {
          message: { from, to: '9198', id: 'i', contentType: 'ATTACHMENT', attachmentType: 'image', attachmentUrl: 'https://a' },
        },
      },
      { content: { kind: 'media', media: 'image', url: 'https://a' } },
    ],
    [
      'airtel',
      WHATSAPP,
      { messageId: 'wamid', messageRequestId: 'req', msgStatus: 'DELIVERED' },
      { status: 'delivered', vendorMessageId: 'req' },
    ],
    [
      'airtel',
      WHATSAPP,
      { sessionId: 's', from, to: '9198', messageId: 'm', message: { type: 'text', text: 'Hi' } },
      { content: { kind: 'text', text: 'Hi' }, session: { sessionId: 's' } },
    ],
    [
      'airtel',
      RCS,
      { messageId: 'm', eventType: 'INTERNAL_ERROR', agentId: 'a', error: { message: 'Agent is not launched' } },
      { status: 'failed', error: { class: 'CONFIG' } },
    ],
    [
      'dotgohub',
      RCS,
      packed({ messageId: 'm', senderPhoneNumber: '+9198', eventType: 'READ', sendTime: '2026-01-01T00:00:00Z' }),
      { status: 'read', ourId: 'm' },
    ],
    [
      'dotgohub',
      RCS,
      packed({ messageId: 'i', senderPhoneNumber: `+${from}`, suggestionResponse: { postbackData: 'y', text: 'Yes' } }),
      { content: { kind: 'reply', id: 'y', title: 'Yes' } },
    ],
    [
      'vi',
      RCS,
      { event: 'message_status', RCSMessage: { msgId: 'm', status: 'displayed' }, messageContact: { userContact: `+${from}` } },
      { status: 'read', recipient: '+919811111111' },
    ],
    [
      'jio',
      RCS,
      {
        entityType: 'STATUS_EVENT',
        entity: { eventType: 'MESSAGE_FAILED', messageId: 'm', error: { code: 404, message: 'no RCS' } },
        botId: 'b',
        userPhoneNumber: `+${from}`,
      },
      { status: 'failed', error: { class: 'RECIPIENT' }, belongsTo: { key: 'agentId', value: 'b' } },
    ],
    [
      'jio',
      RCS,
      {
        entityType: 'USER_MESSAGE',
        entity: { messageId: 'i', suggestionResponse: { plainText: 'Yes', postBack: { data: 'y' } } },
        userPhoneNumber: `+${from}`,
        metaData: { orgMsgId: 'm' },
      },
      { content: { kind: 'reply', id: 'y' }, answers: 'm' },
    ],
    [
      'sinch',
      SMS,
      {
        app_id: 'a',
        message_delivery_report: {
          message_id: 'm',
          status: 'FAILED',
          reason: { code: 'RECIPIENT_NOT_REACHABLE' },
          metadata: 'our',
          channel_identity: { identity: from },
        },
      },
      { status: 'failed', ourId: 'our', error: { class: 'RECIPIENT' } },
    ],
    [
      'syniverse',
      SMS,
      {
        topic: 'SCG-Message',
        event: { 'evt-tp': 'mo_message_received', 'fld-val-list': { message_id: 'm', from_address: `+${from}`, message_body: 'Hi' } },
      },
      { from: '+919811111111', content: { kind: 'text', text: 'Hi' } },
    ],
    ['kaleyra', WHATSAPP, '', { status: 'failed', vendorMessageId: 'm' }, { method: 'GET', query: { id: 'm', status: '0' } }],
    [
      'kaleyra',
      WHATSAPP,
      '',
      { content: { kind: 'media', media: 'audio', url: 'https://a' } },
      { method: 'GET', query: { type: 'voice', from, media_url: 'https://a', created_at: '2026-01-01T00:00:00Z' } },
    ],
    [
      'ngn',
      SMS,
      '',
      { status: 'failed', ourId: 'our', error: { class: 'EXPIRED' } },
      { method: 'GET', query: { msgid: 'm', custref: 'our', mobile: from, status: 'EXPIRED' } },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      {
        update_id: 1,
        message: {
          message_id: 5,
          chat: { id: 7001 },
          from: { first_name: 'Asha' },
          date: 1_750_030_073,
          photo: [{ file_id: 's' }, { file_id: 'l' }],
          caption: 'Look',
        },
      },
      { vendorMessageId: '7001:5', from: '7001', content: { kind: 'media', media: 'image', mediaId: 'l', caption: 'Look' } },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      { my_chat_member: { chat: { id: 7001 }, new_chat_member: { status: 'kicked' } } },
      { type: 'contact.optOut', address: '7001' },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      { edited_message: { message_id: 5, chat: { id: 7001 }, date: 1_750_030_073, edit_date: 1_750_030_090, text: 'Better' } },
      { from: '7001', at: new Date(1_750_030_090_000), content: { kind: 'edit', messageId: '7001:5', text: 'Better' } },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      { message_reaction: { chat: { id: 7001 }, message_id: 5, date: 1_750_030_090, new_reaction: [{ type: 'emoji', emoji: '👍' }] } },
      { content: { kind: 'reaction', messageId: '7001:5', emoji: '👍' } },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      { message: { message_id: 6, chat: { id: 7001 }, date: 1_750_030_073, pinned_message: { message_id: 5 } } },
      { content: { kind: 'nothing', what: 'pinned_message' } },
    ],
    [
      'twixormcmi',
      INSTAGRAM,
      { object: 'instagram', entry: [{ id: 'p', messaging: [{ sender: { id: '1' }, timestamp: 1_750_030_073_000, read: { mid: 'm' } }] }] },
      { status: 'read', vendorMessageId: 'm' },
    ],
    [
      'ttbs',
      WHATSAPP,
      { statuses: [{ id: 'wamid.1', status: 'sent', recipient_id: from }] },
      { status: 'sent', vendorMessageId: 'wamid.1' },
    ],
  ];
  for (const [vendor, type, body, wanted, more] of cases)
    expect([vendor, parse(vendor, type, body, more)]).toMatchObject([vendor, [wanted]]);
  const messenger = (event: object) =>
    parse('twixormcmi', FACEBOOK_MESSENGER, {
      object: 'page',
      entry: [{ id: 'p', messaging: [{ sender: { id: '1' }, timestamp: 1_750_030_073_000, ...event }] }],
    });
  expect(messenger({ delivery: { mids: ['a'], watermark: 1_750_030_073_000 } })).toMatchObject([
    { vendorMessageId: 'a', status: 'delivered' },
    { isWatermark: true, at: new Date(1_750_030_073_000) },
  ]);
  expect(messenger({ message: { mid: 'm', is_echo: true, text: 'ours' } })).toEqual([]);
  expect(messenger({ postback: { payload: 'P', title: 'Yes' } })).toMatchObject([{ content: { kind: 'reply', id: 'P' } }]);
  const kinds = (event: object) => messenger(event).map((one) => (one.type === 'message.received' ? one.content : one));
  expect([
    ...kinds({ reaction: { mid: 'm', action: 'react', emoji: '❤' } }),
    ...kinds({ reaction: { mid: 'm', action: 'unreact', emoji: '❤' } }),
    ...kinds({ message: { mid: 'm', is_deleted: true } }),
    ...kinds({ message_edit: { mid: 'm', text: 'Better' } }),
  ]).toEqual([
    { kind: 'reaction', messageId: 'm', emoji: '❤' },
    { kind: 'reaction', messageId: 'm', emoji: '' },
    { kind: 'revoke', messageId: 'm' },
    { kind: 'edit', messageId: 'm', text: 'Better' },
  ]);
  const mails = [
    { event: 'open', _id: 'm', ts: 1, msg: { email: 'a@b.c', metadata: { ourId: 'our' } } },
    { event: 'spam', msg: { email: 'a@b.c' } },
    { event: 'hard_bounce', _id: 'm', msg: { email: 'a@b.c', diag: 'gone' } },
  ];
  expect(parse('mailchimp', EMAIL, new URLSearchParams({ mandrill_events: JSON.stringify(mails) }).toString())).toMatchObject([
    { status: 'read', ourId: 'our' },
    { type: 'contact.optOut', address: 'a@b.c' },
    { status: 'failed', error: { class: 'RECIPIENT' } },
  ]);
  expect(readReceipt('id:abc sub:001 dlvrd:000 submit date:26 done date:26 stat:UNDELIV err:042 text:Hi')).toEqual({
    id: 'abc',
    status: 'UNDELIV',
    error: '042',
  });
});

test('data beside the words of a press, a form or a place comes back from every vendor that has it, with the message it answers', () => {
  const packed = (event: object) => ({ message: { data: Buffer.from(JSON.stringify(event)).toString('base64'), attributes: {} } });
  const payload = 'jAAECAwQFBgcICQoLDA0ODw.1.n7k2m9qa';
  const context = { from: '9198', id: 'wamid.0' };
  const button = { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: payload, title: 'Yes' } }, context };
  const row = {
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply: { id: payload, title: 'Yes', description: 'Today' } },
    context,
  };
  const form = {
    type: 'interactive',
    interactive: {
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json: `{"flow_token":"${payload}","city":"Pune"}` },
    },
    context,
  };
  const reply = { content: { kind: 'reply', id: payload, title: 'Yes' }, answers: 'wamid.0' };
  const filled = {
    content: { kind: 'form', name: 'flow', answers: { flow_token: payload, city: 'Pune' }, title: 'Sent' },
    answers: 'wamid.0',
  };
  const proxied = (message: object) => ({ contacts: [{ profile: { name: 'Asha' } }], messages: [{ ...base, ...message }] });
  const rcm = (message: object) => ({ events: { mid: 'm' }, eventContent: { message: { from, to: '9198', id: 'i', ...message } } });
  const airtel = (message: object) => ({ sessionId: 's', from, to: '9198', messageId: 'm', message });
  const sinch = (contact_message: object) => ({
    app_id: 'a',
    message: { id: 'm', channel_identity: { identity: from }, contact_message },
  });
  const meta = (object: string, event: object) => ({
    object,
    entry: [{ id: 'p', messaging: [{ sender: { id: '1' }, timestamp: 1_750_030_073_000, ...event }] }],
  });
  const quick = { message: { mid: 'm', text: 'Yes', quick_reply: { payload }, reply_to: { mid: 'wamid.0' } } };
  const cases: [VendorName, number, unknown, object][] = [
    ...([button, row] as const).flatMap((message): [VendorName, number, unknown, object][] => [
      ['twixormcmi', WHATSAPP, messages({ ...base, ...message }), reply],
      ['routeMobile', WHATSAPP, proxied(message), reply],
      ['ttbs', WHATSAPP, proxied(message), reply],
      ['sap365', WHATSAPP, proxied(message), reply],
      ['airtel', WHATSAPP, airtel(message), reply],
      ['karixRCM', WHATSAPP, rcm({ ...message, contentType: 'interactive' }), reply],
    ]),
    ['twixormcmi', WHATSAPP, messages({ ...base, ...form }), filled],
    ['routeMobile', WHATSAPP, proxied(form), filled],
    ['airtel', WHATSAPP, airtel(form), filled],
    ['karixRCM', WHATSAPP, rcm({ ...form, contentType: 'interactive' }), filled],
    ['karixRCM', WHATSAPP, rcm({ contentType: 'BUTTON', button: { payload, text: 'Yes' }, context }), reply],
    [
      'sinch',
      WHATSAPP,
      sinch({ choice_response_message: { message_id: 'ours', postback_data: payload }, reply_to: { message_id: 'wamid.0' } }),
      { content: { kind: 'reply', id: payload }, answers: 'wamid.0' },
    ],
    [
      'sinch',
      RCS,
      sinch({ location_message: { title: 'Shop', coordinates: { latitude: 1.5, longitude: 2.5 } } }),
      { content: { kind: 'location', latitude: 1.5, longitude: 2.5, name: 'Shop' } },
    ],
    ['twixormcmi', FACEBOOK_MESSENGER, meta('page', quick), reply],
    ['twixormcmi', INSTAGRAM, meta('instagram', quick), reply],
    [
      'twixormcmi',
      FACEBOOK_MESSENGER,
      meta('page', { postback: { mid: 'm', payload, title: 'Yes' } }),
      { content: { kind: 'reply', id: payload, title: 'Yes' } },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      {
        update_id: 1,
        callback_query: {
          id: '9',
          from: { id: 7001, first_name: 'Asha' },
          data: payload,
          message: {
            message_id: 5,
            chat: { id: 7001 },
            reply_markup: { inline_keyboard: [[{ text: 'No', callback_data: 'n' }], [{ text: 'Yes', callback_data: payload }]] },
          },
        },
      },
      { content: { kind: 'reply', id: payload, title: 'Yes' }, answers: '7001:5', vendorMessageId: 'press:9' },
    ],
    [
      'twixormcmi',
      TELEGRAM,
      {
        message: {
          message_id: 6,
          chat: { id: 7001 },
          date: 1_750_030_073,
          location: { latitude: 1.5, longitude: 2.5 },
          venue: { title: 'Shop', address: 'Home' },
          reply_to_message: { message_id: 5 },
        },
      },
      { content: { kind: 'location', latitude: 1.5, longitude: 2.5, name: 'Shop', address: 'Home' }, answers: '7001:5' },
    ],
    ...(['dotgohub', 'vi'] as const).map((vendor): [VendorName, number, unknown, object] => [
      vendor,
      RCS,
      packed({
        messageId: 'i',
        senderPhoneNumber: `+${from}`,
        inReplyTo: 'wamid.0',
        suggestionResponse: { postbackData: payload, text: 'Yes' },
      }),
      reply,
    ]),
    [
      'vi',
      RCS,
      {
        RCSMessage: {
          msgId: 'i',
          suggestedResponse: { response: { reply: { displayText: 'Yes', postback: { data: payload } } } },
        },
        messageContact: { userContact: `+${from}` },
      },
      { content: { kind: 'reply', id: payload, title: 'Yes' } },
    ],
    [
      'jio',
      RCS,
      {
        entityType: 'USER_MESSAGE',
        entity: { messageId: 'i', suggestionResponse: { plainText: 'Yes', postBack: { data: payload } } },
        userPhoneNumber: `+${from}`,
        metaData: { orgMsgId: 'wamid.0' },
      },
      reply,
    ],
  ];
  for (const [vendor, type, body, wanted] of cases) expect([vendor, parse(vendor, type, body)]).toMatchObject([vendor, [wanted]]);
});

test('an operator compares a text with the registered one, in a time that grows with the text alone', () => {
  const registered = (text: string) => ({ components: [{ type: 'BODY', text, samples: {} }] }) as never;
  const fits = (text: string, body = 'Dear {{1}}, your order {#var#} is here.') => isRegistered(text, registered(body));
  expect([
    fits('Dear Asha, your order 7 is here.'),
    fits('Dear , your order  is here.'),
    fits('Dear Asha, your order 7 is late.'),
    fits('dear Asha, your order 7 is here.'),
  ]).toEqual([true, true, false, false]);
  expect([fits('abc', 'abc'), fits('abcd', 'abc'), fits('aa', '{{1}}aa{{2}}aa')]).toEqual([true, false, false]);
  expect(fits('a'.repeat(20_000), `${'{{1}}a'.repeat(200)}b`)).toBe(false);
});

test('no adapter throws, whatever a stranger posts, and nothing is taken for verified', () => {
  const all = vendorNames.flatMap((vendor) => vendors[vendor]);
  const names = [
    'object',
    'entry',
    'changes',
    'value',
    'messages',
    'statuses',
    'message',
    'events',
    'entity',
    'RCSMessage',
    'message_delivery_report',
    'eventContent',
    'status',
    'type',
    'text',
    'from',
    'data',
    'callback_query',
  ];
  const loose = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom<unknown>(
        null,
        0,
        -1,
        '',
        'page',
        'text',
        'whatsapp_business_account',
        'DELIVRD',
        '__proto__',
        'constructor',
        'sent',
        1e308,
      ),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('node'), { maxKeys: 4 }),
    ),
  })).node;
  const body = fc.oneof(
    loose.map((value) => JSON.stringify(value)),
    fc.string(),
    fc.json(),
  );
  fc.assert(
    fc.property(
      body,
      fc.dictionary(fc.constantFrom('status', 'type', 'from', 'text', 'mobile', 'id'), fc.string(), { maxKeys: 3 }),
      (text, query) => {
        for (const adapter of all) {
          const type = adapter.types[0] as number;
          const config = { clientSecret: 's', WebhookVerificationToken: 't', authKey: 'k' };
          const connection = testConnection(adapter.vendor, type as never, { config });
          const request = hookRequest(text, { query });
          expect(Array.isArray(adapter.parseHook(request, connection))).toBe(true);
          expect(adapter.verifyHook(request, connection, new Date())).not.toBe('ok');
        }
      },
    ),
    { numRuns: 150 },
  );
});
