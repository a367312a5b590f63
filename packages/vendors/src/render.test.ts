import { carries, channelTypes, type TemplateComponent, type VendorName, vendorNames } from '@parley/contract';
import { expect, test } from 'vitest';
import { adapterFor, typesOf, vendorsOf } from './adapters.ts';
import { classify, isRetried } from './errors.ts';
import { inParts } from './parts.ts';
import { testConnection } from './testing.ts';
import type { Connection, OutgoingContent, OutgoingMedia, OutgoingTemplate, VendorAdapter } from './types.ts';

const { WHATSAPP, SMS, RCS, EMAIL, TELEGRAM, FACEBOOK_MESSENGER, INSTAGRAM, GOOGLE_BUSINESS_MESSENGER } = channelTypes;
const ourId = '0189aaaa-0000-7000-8000-000000000001';
const to = '+919811111111';
const config = {
  authToken: 'tok',
  wabaId: 'waba',
  username: 'u',
  password: 'p',
  accKey: 'k',
  sid: 's',
  apiKey: 'a',
  agentId: 'bot',
  clientId: 'c',
  clientSecret: 'd',
  PE_ID: '1101',
  sender: 'PARLEY',
  fromEmail: 'shop@parley.example',
  fromName: 'Shop',
  projectId: 'project',
  appId: 'app',
  customerId: 'cust',
  subAccountId: 'sub',
};

function render(vendor: VendorName, type: number, content: OutgoingContent, more: Partial<Connection> = {}, address = to) {
  const adapter = adapterFor(vendor, type) as VendorAdapter;
  const connection = testConnection(vendor, type as never, { config, contactId: '9198', ...more });
  const rendered = adapter.render({ ourId, to: address, content, session: { sessionId: 'session' } }, connection);
  if (rendered.kind === 'refused') return rendered.error;
  const { url, method, headers, body } = rendered.request;
  const text = String(body ?? '');
  return { method, url, headers, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

const text: OutgoingContent = { kind: 'text', text: 'Hi', subject: 'Hello' };
const extra = { senderId: '', principalEntityId: '', registeredTemplateId: '1107', fallbackText: '', orientation: 'VERTICAL' as const };
const plain: OutgoingTemplate = {
  kind: 'template',
  name: 'order',
  vendorTemplateId: 't-1',
  language: 'en',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Dear {{1}}: {{2}}', samples: {} }],
  extra,
  body: { '2': 'here', '1': 'Asha' },
  buttons: [],
  cards: [],
};
const picture = { kind: 'image' as const, url: 'https://cdn.example/a.png', caption: '', fileName: '', mimeType: 'image/png' };

test('a text in the words of each vendor', () => {
  const wanted: [VendorName, number, object][] = [
    [
      'twixormcmi',
      WHATSAPP,
      {
        url: 'https://graph.facebook.com/v23.0/9198/messages',
        headers: { authorization: 'Bearer tok' },
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '919811111111',
          biz_opaque_callback_data: ourId,
          type: 'text',
          text: { body: 'Hi', preview_url: false },
        },
      },
    ],
    [
      'routeMobile',
      WHATSAPP,
      { url: 'https://apis.rmlconnect.net/wba/v1/messages', body: { phone: to, text: 'Hi', preview_url: false, extra: ourId } },
    ],
    [
      'karixRCM',
      WHATSAPP,
      {
        headers: { authentication: 'Bearer k' },
        body: {
          message: {
            channel: 'WABA',
            content: { type: 'TEXT', text: 'Hi' },
            recipient: { to: '919811111111', reference: { cust_ref: ourId } },
            sender: { from: '9198' },
            preferences: { webHookDNId: '1001' },
          },
          metaData: { version: 'v1.0.9' },
        },
      },
    ],
    [
      'airtel',
      WHATSAPP,
      {
        url: expect.stringMatching(/whatsapp-manager\/v1\/session\/send\/text$/),
        body: { sessionId: 'session', to: '919811111111', from: '9198', message: { text: 'Hi' } },
      },
    ],
    [
      'ttbs',
      WHATSAPP,
      {
        url: 'https://wb.omni.tatatelebusiness.com/whatsapp-cloud/messages',
        body: { source: 'external', metaData: { custom_callback_data: ourId }, text: { body: 'Hi' } },
      },
    ],
    [
      'sinch',
      WHATSAPP,
      {
        url: 'https://us.conversation.api.sinch.com/v1/projects/project/messages:send',
        body: {
          app_id: 'app',
          recipient: { identified_by: { channel_identities: [{ channel: 'WHATSAPP', identity: '919811111111' }] } },
          message: { text_message: { text: 'Hi' } },
          message_metadata: ourId,
        },
      },
    ],
    [
      'vi',
      RCS,
      {
        url: `https://api.virbm.in/rcs/v1/phones/${encodeURIComponent(to)}/agentMessages/async?botId=bot&messageId=${ourId}`,
        body: { contentMessage: { text: 'Hi' } },
      },
    ],
    [
      'jio',
      RCS,
      {
        url: `https://api.businessmessaging.jio.com/v1/messaging/users/${encodeURIComponent(to)}/assistantMessages/async?messageId=${ourId}&assistantId=bot`,
        body: { content: { plainText: 'Hi' }, messageTrafficType: 'SERVICEREQUEST' },
      },
    ],
    ['twixormcmi', TELEGRAM, { url: 'https://api.telegram.org/bottok/sendMessage', body: { chat_id: to, text: 'Hi' } }],
    ['twixormcmi', FACEBOOK_MESSENGER, { body: { messaging_type: 'RESPONSE', recipient: { id: to }, message: { text: 'Hi' } } }],
    ['syniverse', SMS, { headers: { authorization: 'Bearer tok' }, body: { from: 'sender_id:9198', to: [to], body: 'Hi' } }],
  ];
  for (const [vendor, type, request] of wanted)
    expect([vendor, type, render(vendor, type, text)]).toMatchObject([vendor, type, { method: 'POST', ...request }]);
  expect(render('mailchimp', EMAIL, text, {}, 'asha@example.com')).toMatchObject({
    url: 'https://mandrillapp.com/api/1.3/messages/send',
    body: {
      key: 'a',
      message: {
        from_email: 'shop@parley.example',
        to: [{ email: 'asha@example.com', type: 'to' }],
        subject: 'Hello',
        text: 'Hi',
        metadata: { ourId },
      },
    },
  });
  expect(render('kaleyra', WHATSAPP, text)).toMatchObject({
    url: 'https://api.kaleyra.io/v1/s/messages',
    headers: { 'api-key': 'a' },
    body: expect.stringContaining('channel=whatsapp&from=9198&to=%2B919811111111&type=text&body=Hi'),
  });
});

test('a mail that a program says asks other programs for no answer; what a person says carries no such mark', () => {
  const adapter = adapterFor('sap365', EMAIL) as VendorAdapter;
  const headersOf = (automatic?: 'replied' | 'generated') => {
    const message = { ourId, to: 'asha@example.com', content: text, ...(automatic ? { automatic } : {}) };
    const rendered = adapter.render(message, testConnection('sap365', EMAIL, { config }));
    return rendered.kind === 'request' ? JSON.parse(String(rendered.request.body)).headers : rendered.error;
  };
  expect(headersOf()).toEqual({});
  expect(headersOf('replied')).toEqual({ 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' });
  expect(headersOf('generated')).toEqual({ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' });
});

test('a template with its values in the words of each vendor, the values in their order', () => {
  const wanted: [VendorName, number, object][] = [
    [
      'twixormcmi',
      WHATSAPP,
      {
        type: 'template',
        template: {
          name: 'order',
          language: { code: 'en' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Asha' },
                { type: 'text', text: 'here' },
              ],
            },
          ],
        },
      },
    ],
    [
      'routeMobile',
      WHATSAPP,
      { media: { type: 'media_template', template_name: 'order', lang_code: 'en', body: [{ text: 'Asha' }, { text: 'here' }] } },
    ],
    [
      'karixRCM',
      WHATSAPP,
      { message: { content: { type: 'TEMPLATE', template: { templateId: 'order', parameterValues: { '0': 'Asha', '1': 'here' } } } } },
    ],
    ['airtel', WHATSAPP, { templateId: 't-1', message: { headerVars: [], variables: ['Asha', 'here'], payload: [] } }],
    ['airtel', RCS, { templateId: 't-1', templateVariableData: { textVariables: ['Asha', 'here'] } }],
    [
      'airtel',
      SMS,
      { message: 'Dear Asha: here', dltTemplateId: '1107', entityId: '1101', sourceAddress: 'PARLEY', messageType: 'SERVICE_IMPLICIT' },
    ],
    [
      'smsKarixRcm',
      SMS,
      {
        ver: '1.0',
        key: 'k',
        messages: [
          {
            dest: ['919811111111'],
            text: 'Dear Asha: here',
            send: 'PARLEY',
            dlt_entity_id: '1101',
            dlt_template_id: '1107',
            cust_ref: ourId,
          },
        ],
      },
    ],
    ['dotgohub', RCS, { contentMessage: { templateMessage: { templateCode: 'order', customParams: '{"1":"Asha","2":"here"}' } } }],
    ['jio', RCS, { content: { plainText: 'Dear Asha: here' }, messageTrafficType: 'TRANSACTION' }],
    [
      'sinch',
      WHATSAPP,
      {
        message: {
          template_message: {
            channel_template: {
              WHATSAPP: { template_id: 'order', language_code: 'en', parameters: { 'body[1]text': 'Asha', 'body[2]text': 'here' } },
            },
          },
        },
      },
    ],
    ['sap365', SMS, { message: 'Dear Asha: here', destination: [to] }],
  ];
  for (const [vendor, type, body] of wanted) expect([vendor, type, render(vendor, type, plain)]).toMatchObject([vendor, type, { body }]);
  for (const [vendor, type] of wanted)
    expect([vendor, render(vendor, type, { ...plain, body: { '1': 'Asha' } })]).toMatchObject([
      vendor,
      { class: 'TEMPLATE', vendorMessage: expect.stringContaining('{{2}}') },
    ]);
  expect(render('smsKarixRcm', SMS, { ...plain, extra: { ...extra, registeredTemplateId: '' } })).toMatchObject({
    class: 'TEMPLATE',
    vendorMessage: 'The template has no registered template id.',
  });
});

test('TMPL-002 every part of a WhatsApp template: media header, named values, buttons, code, offer, cards and a one-time password', () => {
  const named: OutgoingTemplate = { ...plain, components: [{ type: 'BODY', text: 'Dear {{name}}', samples: {} }], body: { name: 'Asha' } };
  const parts = (content: OutgoingTemplate) =>
    (render('twixormcmi', WHATSAPP, content) as { body: { template: { components: unknown } } }).body.template.components;
  expect(parts(named)).toEqual([{ type: 'body', parameters: [{ type: 'text', parameter_name: 'name', text: 'Asha' }] }]);
  const blank = { url: '', phoneNumber: '', example: '', payload: '', text: '' };
  const offer: OutgoingTemplate = {
    ...plain,
    components: [
      { type: 'BODY', text: 'Save', samples: {} },
      {
        type: 'BUTTONS',
        buttons: [
          { ...blank, type: 'COPY_CODE' },
          { ...blank, type: 'URL', url: 'https://x.example/{{1}}' },
        ],
      },
    ],
    header: { media: picture },
    body: {},
    buttons: [{ index: 1, type: 'URL', value: 'tail' }],
    offer: { code: 'SAVE', expiresAt: '2026-01-01T00:00:00.000Z' },
  };
  expect(parts(offer)).toEqual([
    { type: 'header', parameters: [{ type: 'image', image: { link: picture.url } }] },
    { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'tail' }] },
    {
      type: 'limited_time_offer',
      parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_767_225_600_000 } }],
    },
    { type: 'button', sub_type: 'copy_code', index: '0', parameters: [{ type: 'coupon_code', coupon_code: 'SAVE' }] },
  ]);
  const card = {
    header: { format: 'IMAGE' as const, url: '', fileId: '', height: 'MEDIUM' as const },
    title: '',
    body: { text: '{{1}}', samples: {} },
    buttons: [],
  };
  const carousel: TemplateComponent = { type: 'CAROUSEL', cards: [card, card] };
  const cards = [0, 1].map((index) => ({
    media: picture,
    body: { '1': `Item ${index}` },
    buttons: [{ index: 0, type: 'QUICK_REPLY' as const, value: `P${index}` }],
  }));
  expect(parts({ ...plain, components: [carousel], body: {}, cards })).toEqual([
    {
      type: 'carousel',
      cards: [0, 1].map((index) => ({
        card_index: index,
        components: [
          { type: 'header', parameters: [{ type: 'image', image: { link: picture.url } }] },
          { type: 'body', parameters: [{ type: 'text', text: `Item ${index}` }] },
          { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: `P${index}` }] },
        ],
      })),
    },
  ]);
  const otp: OutgoingTemplate = {
    ...plain,
    category: 'AUTHENTICATION',
    components: [{ type: 'AUTHENTICATION', addSecurityRecommendation: true }],
    body: { '1': '123456' },
    buttons: [{ index: 0, type: 'OTP', value: '123456' }],
  };
  expect(parts(otp)).toEqual([
    { type: 'body', parameters: [{ type: 'text', text: '123456' }] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '123456' }] },
  ]);
});

test('content that a vendor cannot show is refused before it leaves, with a reason', () => {
  const buttons = (count: number): OutgoingContent => ({
    kind: 'buttons',
    text: 'Well?',
    buttons: Array.from({ length: count }, (_, index) => ({ id: `b${index}`, title: `B${index}` })),
  });
  const refusals: [VendorName, number, OutgoingContent, string][] = [
    ['twixormcmi', WHATSAPP, buttons(4), 'one to three buttons'],
    ['twixormcmi', WHATSAPP, { kind: 'text', text: 'x'.repeat(4097) }, '4097 characters'],
    [
      'twixormcmi',
      WHATSAPP,
      {
        kind: 'list',
        text: 'a',
        button: 'b',
        sections: [{ title: '', rows: Array.from({ length: 11 }, (_, index) => ({ id: `${index}`, title: 'r', description: '' })) }],
      },
      'one to ten rows',
    ],
    ['twixormcmi', INSTAGRAM, { kind: 'text', text: 'x'.repeat(1001) }, '1000'],
    ['twixormcmi', TELEGRAM, { kind: 'buttons', text: 'a', buttons: [{ id: 'x'.repeat(65), title: 'b' }] }, '64 bytes'],
    ['twixormcmi', GOOGLE_BUSINESS_MESSENGER, text, 'ended'],
    ['ngn', SMS, text, 'VENDOR_URLS needs ngn'],
    ['vi', RCS, { kind: 'carousel', cards: [] }, 'two to ten cards'],
    ['kaleyra', WHATSAPP, buttons(1), 'carries no buttons'],
    ['airtel', RCS, text, 'templates alone'],
    ['mailchimp', EMAIL, text, 'no mail address'],
  ];
  for (const [vendor, type, content, reason] of refusals)
    expect([vendor, render(vendor, type, content)]).toMatchObject([vendor, { vendorMessage: expect.stringContaining(reason) }]);
  expect(render('ngn', SMS, plain, { baseUrls: { ngn: 'https://sms.example' } })).toMatchObject({
    url: 'https://sms.example/sendsms',
    body: expect.stringContaining('templateid=1107'),
  });
  expect(
    render('twixormcmi', WHATSAPP, text, { environment: 'sandbox', simulatorUrl: 'http://127.0.0.1:1', channelId: 'c1' }),
  ).toMatchObject({ url: 'http://127.0.0.1:1/meta/c1/9198/messages' });
});

test('one language for failures: the code decides, then the status, and what is unknown is not tried again', () => {
  const of = (...[family, code, httpStatus]: [Parameters<typeof classify>[0], string | number, number?]) =>
    classify(family, { code, message: '', httpStatus }).class;
  expect([of('meta', 131047, 500), of('meta', 215), of('meta', 2013), of('meta', '10/2018278'), of('meta', 10, 403)]).toEqual([
    'SESSION_WINDOW',
    'CONFIG',
    'TEMPLATE',
    'SESSION_WINDOW',
    'CONFIG',
  ]);
  expect([of('meta', '', 401), of('meta', '', 402), of('meta', '', 429), of('meta', '', 503), of('meta', '', 422)]).toEqual([
    'AUTH',
    'ACCOUNT',
    'RATE_LIMITED',
    'TRANSIENT',
    'REQUEST',
  ]);
  expect([of('meta', 999_999, 500), of('meta', 999_999, 429)]).toEqual(['REQUEST', 'RATE_LIMITED']);
  expect([
    of('rbm', 404),
    of('rbm', 410),
    of('rbm', 402),
    of('telegram', 403),
    of('smpp', 0x14),
    of('mail', 'unsub'),
    of('sinch', 'DELIVERY_TIMED_OUT'),
    of('airtel', -8),
  ]).toEqual(['RECIPIENT', 'OPTED_OUT', 'ACCOUNT', 'RECIPIENT', 'RATE_LIMITED', 'OPTED_OUT', 'EXPIRED', 'TRANSIENT']);
  expect([isRetried('RATE_LIMITED'), isRetried('TRANSIENT'), isRetried('UNKNOWN_OUTCOME'), isRetried('REQUEST')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('CHAN-007 CHAN-009 every vendor of the specification has an adapter, for the types that it carries', () => {
  const carried = Object.fromEntries(
    (
      [
        'routeMobile',
        'karix',
        'karixRCM',
        'smsKarixRcm',
        'sap365',
        'kaleyra',
        'sinch',
        'twixormcmi',
        'airtel',
        'mailchimp',
        'vi',
        'ngn',
        'ttbs',
        'dotgohub',
        'smsportal',
        'jio',
        'syniverse',
        'tanla',
        'mobeep',
      ] as const
    ).map((vendor) => [vendor, typesOf(vendor).join()]),
  );
  expect(carried).toEqual({
    routeMobile: '4',
    karix: '0,4',
    karixRCM: '4,10',
    smsKarixRcm: '0',
    sap365: '0,1,4',
    kaleyra: '0,4',
    sinch: '0,3,4,5,9,10,11',
    twixormcmi: '3,4,5,6,11',
    airtel: '0,4,10',
    mailchimp: '1',
    vi: '10',
    ngn: '0',
    ttbs: '4',
    dotgohub: '10',
    smsportal: '0',
    jio: '10',
    syniverse: '0,4,10',
    tanla: '0',
    mobeep: '0',
  });
  expect(vendorsOf(RCS).toSorted()).toEqual(['airtel', 'dotgohub', 'jio', 'karixRCM', 'sinch', 'syniverse', 'vi']);
  // A form that could be filled in and never used would be a trap; WEB is the widget's own.
  const offered = vendorNames.flatMap((vendor) =>
    Object.values(channelTypes)
      .filter((type) => carries(vendor, type) && type !== channelTypes.WEB)
      .map((type) => [vendor, type] as const),
  );
  expect(offered.filter(([vendor, type]) => !adapterFor(vendor, type))).toEqual([]);
  for (const vendor of vendorNames)
    for (const type of typesOf(vendor)) expect([vendor, type, carries(vendor, type)]).toEqual([vendor, type, true]);
  expect([adapterFor('nobody', 4), adapterFor('toString', 4), adapterFor('vi', 4)]).toEqual([undefined, undefined, undefined]);
  expect([
    adapterFor('twixormcmi', 4)?.capabilities(4).speedPerSecond,
    adapterFor('vi', 10)?.capabilities(10),
    adapterFor('airtel', 10)?.capabilities(10).speedPerSecond,
  ]).toMatchObject([80, { speedPerSecond: 1, dedupes: true }, 40]);
});

test('the most choices that a channel declares arrive whole on its wire, each with what comes back with a press', () => {
  const seen: string[] = [];
  // Some vendors have an address for each customer.
  const baseUrls = { sapWhatsapp: 'https://sap.example', ttbs: 'https://ttbs.example' };
  for (const vendor of vendorNames) {
    for (const type of typesOf(vendor)) {
      const { choices, contents } = (adapterFor(vendor, type) as VendorAdapter).capabilities(type);
      const { buttons, list, payloadBytes } = choices;
      const make = ({ most, titleLength }: { most: number; titleLength: number }) =>
        Array.from({ length: most }, (_, index) => ({
          id: String(index).padStart(payloadBytes, 'p'),
          title: String(index).padStart(titleLength, 't'),
        }));
      const asked: [{ id: string; title: string }[], OutgoingContent][] = [
        [make(buttons), { kind: 'buttons', text: 'Which?', buttons: make(buttons) }],
        [
          make(list),
          {
            kind: 'list',
            text: 'Which?',
            button: 'Choose',
            sections: [{ title: '', rows: make(list).map((row) => ({ ...row, description: 'd'.repeat(list.descriptionLength) })) }],
          },
        ],
      ];
      for (const [wanted, content] of asked) {
        expect([vendor, type, content.kind, wanted.length === 0 || contents.includes(content.kind)]).toEqual([
          vendor,
          type,
          content.kind,
          true,
        ]);
        if (wanted.length === 0) continue;
        seen.push(content.kind);
        const wire = JSON.stringify(render(vendor, type, content, { baseUrls }));
        expect([vendor, type, wanted.filter(({ id, title }) => !wire.includes(id) || !wire.includes(title))]).toEqual([vendor, type, []]);
      }
      if (buttons.most === 0) continue;
      const media: OutgoingMedia = {
        kind: 'image',
        url: 'https://files.example/a.png',
        caption: '',
        fileName: 'a.png',
        mimeType: 'image/png',
      };
      const parts = inParts({ kind: 'buttons', text: 'Which?', buttons: make({ most: 2, titleLength: 3 }), media }, choices);
      expect([vendor, type, parts.map(({ kind }) => kind)]).toEqual([vendor, type, choices.hasMedia ? ['buttons'] : ['media', 'buttons']]);
      const wires = parts.map((part) => JSON.stringify(render(vendor, type, part, { baseUrls })));
      expect([vendor, type, wires[0]?.includes(media.url), wires.at(-1)?.includes('Which?')]).toEqual([vendor, type, true, true]);
    }
  }
  expect(new Set(seen)).toEqual(new Set(['buttons', 'list']));
});

test('a voice note goes as one where the vendor has some, other audio and other vendors stay as they are', () => {
  const note = {
    kind: 'audio' as const,
    url: 'https://cdn.example/a.ogg',
    caption: '',
    fileName: 'a.ogg',
    mimeType: 'audio/ogg',
    isVoice: true,
  };
  const wire = (vendor: VendorName, type: number, media: OutgoingMedia) => render(vendor, type, { kind: 'media', media });
  expect(wire('twixormcmi', WHATSAPP, note)).toMatchObject({ body: { type: 'audio', audio: { link: note.url, voice: true } } });
  for (const other of [
    { ...note, isVoice: false },
    { ...note, mimeType: 'audio/mp4' },
  ])
    expect(wire('twixormcmi', WHATSAPP, other)).toHaveProperty('body.audio', { link: note.url });
  expect(wire('twixormcmi', TELEGRAM, note)).toMatchObject({ url: expect.stringContaining('/sendVoice'), body: { voice: note.url } });
  expect(wire('twixormcmi', TELEGRAM, { ...note, mimeType: 'audio/mp4' })).toMatchObject({ url: expect.stringContaining('/sendAudio') });
  expect(JSON.stringify(wire('routeMobile', WHATSAPP, note))).toBe(
    JSON.stringify(wire('routeMobile', WHATSAPP, { ...note, isVoice: false })),
  );
});
