import { z } from '@parley/contract';
import { withoutPlus } from '../../connection.ts';
import { asObject, asText, dig, readJson } from '../../json.ts';
import type { VendorTemplate } from '../../types.ts';
import { toMeta } from '../../wire/meta-graph/template.components.ts';
import { fromParts } from '../../wire/rml/whatsapp.ts';
import type { Engine, Family, HookCall, SimAnswer, SimRequest } from '../family.ts';
import { storeMedia } from '../inbound.ts';
import { giveToken, hasToken, type SimulatedChannel, templateKey } from '../state.ts';
import { GraphRefusal, titleOf } from './meta-answers.ts';
import { messageOf, seconds } from './meta-hooks.ts';
import { SentComponents } from './meta-schema.ts';
import { mediaShown, renderTemplate } from './meta-template.ts';

const Text = z.strictObject({ text: z.string().min(1) });
const File = z.strictObject({ link: z.url(), filename: z.string().optional() });
const Button = z.strictObject({
  button_no: z.string(),
  url: z.string().optional(),
  payload: z.string().optional(),
  coupon_code: z.string().optional(),
  button_type: z.literal('authentication').optional(),
  text: z.string().optional(),
});
const Media = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal(['image', 'video', 'audio', 'document']),
    url: z.url(),
    file: z.string().optional(),
    caption: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('location'), longitude: z.number(), latitude: z.number(), name: z.string(), address: z.string() }),
  z.strictObject({
    type: z.literal('interactive_reply'),
    body: z.string().min(1).max(1024),
    footer_text: z.string().optional(),
    button: z
      .array(z.strictObject({ id: z.string().min(1), title: z.string().min(1).max(20) }))
      .min(1)
      .max(3),
  }),
  z.strictObject({
    type: z.literal('interactive_list'),
    body: z.string().min(1),
    button_text: z.string().min(1).max(20),
    button: z.array(
      z.strictObject({
        section_title: z.string(),
        row: z.array(z.strictObject({ id: z.string().min(1), title: z.string().min(1).max(24), description: z.string().max(72) })),
      }),
    ),
  }),
  z.strictObject({
    type: z.literal('media_template'),
    template_name: z.string().min(1),
    lang_code: z.string().min(2),
    header: z
      .array(z.union([Text, z.strictObject({ image: File }), z.strictObject({ video: File }), z.strictObject({ document: File })]))
      .optional(),
    body: z.array(Text).optional(),
    button: z.array(Button).optional(),
    carousel: z.array(z.strictObject({ type: z.string(), url: z.string(), body: z.array(Text), button: z.array(Button) })).optional(),
    limited_time: z.array(z.strictObject({ expiration_time: z.number(), button: z.array(Button) })).optional(),
  }),
]);
const Sent = z.strictObject({
  phone: z.string().regex(/^\+\d{6,15}$/),
  text: z.string().min(1).max(4096).optional(),
  preview_url: z.boolean().optional(),
  media: Media.optional(),
  reply_to: z.string().optional(),
  extra: z.string().max(200).optional(),
});
type Sent = z.infer<typeof Sent>;
type Template = Extract<z.infer<typeof Media>, { type: 'media_template' }>;

const buttonPart = (button: z.infer<typeof Button>) => ({
  type: 'button',
  index: button.button_no,
  ...(button.payload !== undefined
    ? { sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: button.payload }] }
    : button.coupon_code !== undefined
      ? { sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: button.coupon_code }] }
      : { sub_type: 'url', parameters: [{ type: 'text', text: button.url ?? button.text ?? '' }] }),
});
const textParts = (values: readonly { text: string }[]) => values.map(({ text }) => ({ type: 'text', text }));

/** The same values as WhatsApp itself takes them, so that one reader checks them against what was approved. */
function componentsOf(template: Template): SentComponents {
  const headers = (template.header ?? []).map((part) => {
    const [[kind, value]] = Object.entries(part) as [[string, unknown]];
    return { type: kind, [kind]: value };
  });
  const offers = template.limited_time ?? [];
  const parts = [
    ...(headers.length > 0 ? [{ type: 'header', parameters: headers }] : []),
    ...(template.body?.length ? [{ type: 'body', parameters: textParts(template.body) }] : []),
    ...(template.button ?? []).map(buttonPart),
    ...offers.flatMap((offer) => [
      {
        type: 'limited_time_offer',
        parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: offer.expiration_time } }],
      },
      ...offer.button.map(buttonPart),
    ]),
    ...(template.carousel
      ? [
          {
            type: 'carousel',
            cards: template.carousel.map((card, index) => ({
              card_index: index,
              components: [
                ...(card.url ? [{ type: 'header', parameters: [{ type: card.type, [card.type]: { link: card.url } }] }] : []),
                ...(card.body.length > 0 ? [{ type: 'body', parameters: textParts(card.body) }] : []),
                ...card.button.map(buttonPart),
              ],
            })),
          },
        ]
      : []),
  ];
  const parsed = SentComponents.safeParse(parts);
  if (!parsed.success) throw new GraphRefusal('132012', parsed.error.issues[0]?.message ?? 'format');
  return parsed.data;
}

function shown(sent: Sent) {
  const { media } = sent;
  if (!media) return { text: sent.text ?? '' };
  switch (media.type) {
    case 'location': {
      const { latitude, longitude, name, address } = media;
      return { location: { latitude, longitude, name, address } };
    }
    case 'interactive_reply':
      return {
        text: media.body,
        footer: media.footer_text ?? '',
        buttons: media.button.map(({ id, title }) => ({ id, title, type: 'reply' as const, value: '' })),
      };
    case 'interactive_list':
      return {
        text: media.body,
        buttons: media.button.flatMap((section) =>
          section.row.map((row) => ({ id: row.id, title: row.title, type: 'row' as const, value: row.description })),
        ),
      };
    case 'media_template':
      return {};
    default:
      return { media: mediaShown(media.type, { link: media.url, filename: media.file }), text: media.caption ?? '' };
  }
}

const failed = (status: number, reason: string, code = ''): SimAnswer => ({
  status,
  json: { message: 'failed', status: 'failed', reason, ...(code ? { code } : {}) },
});

function takeMessage(request: SimRequest, channel: SimulatedChannel, engine: Engine): SimAnswer | Promise<SimAnswer> {
  const parsed = Sent.safeParse(readJson(request.body.toString()));
  if (!parsed.success)
    return { status: 422, json: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })) };
  const sent = parsed.data;
  if ((sent.text === undefined) === (sent.media === undefined)) return failed(400, 'text or media');
  let template: ReturnType<typeof renderTemplate> | undefined;
  let category = 'service';
  if (sent.media?.type === 'media_template') {
    const registered = channel.templates.get(templateKey(sent.media.template_name, sent.media.lang_code));
    if (!registered) return failed(400, 'Template name does not exist', '132001');
    category = registered.category.toLowerCase();
    try {
      template = renderTemplate(registered, componentsOf(sent.media));
    } catch (error) {
      if (error instanceof GraphRefusal) return failed(400, error.message, error.code);
      throw error;
    }
  }
  return engine.send(channel, rml, {
    to: sent.phone,
    ourId: sent.extra ?? '',
    id: engine.nextId(),
    show: () => ({ ...(template ?? shown(sent)), ...(sent.reply_to ? { replyTo: sent.reply_to } : {}) }),
    isFreeText: template === undefined,
    isMarketing: category === 'marketing',
    facts: category,
    accepted: (id) => ({ status: 202, json: { message: 'message received successfully', status: 'processing', request_id: id } }),
  });
}

function call(channel: SimulatedChannel, body: Record<string, unknown>): HookCall {
  return {
    url: channel.hookUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, brand_msisdn: channel.contactId }),
  };
}

const event = (channel: SimulatedChannel, template: VendorTemplate, status: string, reason: string) =>
  call(channel, {
    statuses: [
      {
        type: 'event',
        event: { template_name: template.name, template_id: template.vendorTemplateId, language: template.language, status, reason },
      },
    ],
  });

function templateParts(template: VendorTemplate) {
  const parts = Object.fromEntries(toMeta(template.components).map((part) => [String(part.type).toLowerCase(), part]));
  return {
    ...parts,
    ...(parts.buttons ? { buttons: { type: 'MIXED', elements: parts.buttons.buttons } } : {}),
    ...(parts.carousel ? { cards: parts.carousel.cards } : {}),
    ...(parts.limited_time_offer ? { limited_time_offer: parts.limited_time_offer.limited_time_offer } : {}),
  };
}

function answerTemplates(request: SimRequest, channel: SimulatedChannel, engine: Engine): SimAnswer {
  if (request.path === '/wba/templates')
    return {
      status: 200,
      json: [...channel.templates.values()].map((template) => ({
        id: template.vendorTemplateId,
        template_name: template.name,
        language: [template.language],
        status: template.status,
        category: template.category,
        reason: template.reason,
        components: templateParts(template),
      })),
    };
  if (request.method === 'DELETE') {
    const found = [...channel.templates].filter(([, template]) => template.name === request.query.get('name'));
    for (const [key] of found) channel.templates.delete(key);
    return found.length > 0 ? { status: 200, json: { message: 'deleted' } } : failed(400, 'No such template');
  }
  const json = asObject(readJson(request.body.toString()));
  const [name, language] = [asText(json.template_name), asText(dig(json, 'language', 0))];
  const category = asText(json.template_category) as VendorTemplate['category'];
  const components = fromParts(json.components);
  if (!name || !language || components.length === 0) return failed(400, 'template_name, language and components are required');
  const key = templateKey(name, language);
  const before = channel.templates.get(key);
  if ((before !== undefined) !== (request.method === 'PATCH')) return failed(400, before ? 'The template exists' : 'No such template');
  const { approve, rejectReason } = channel.behaviour;
  const status = approve === 'auto' ? 'APPROVED' : approve === 'reject' ? 'REJECTED' : 'PENDING';
  const template: VendorTemplate = {
    vendorTemplateId: before?.vendorTemplateId ?? engine.nextId(),
    name,
    language,
    category,
    components,
    status,
    reason: approve === 'reject' ? rejectReason : '',
    quality: '',
  };
  channel.templates.set(key, template);
  if (approve !== 'manual') engine.tell(channel, [event(channel, template, status, template.reason)]);
  return { status: 200, json: { id: template.vendorTemplateId, status: 'PENDING', category } };
}

/** Route Mobile's WhatsApp: a login for an hour, 202 for what is taken, callbacks without a signature. */
export const rml: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 100,
  codes: { tooFast: '429', windowClosed: '470', optedOut: '131050' },
  answer: (request, channel, engine) => {
    if (request.path === '/auth/v1/login/' && request.method === 'POST') {
      const { username, password } = asObject(readJson(request.body.toString()));
      if (username !== channel.config.username || password !== channel.config.password) return failed(403, 'Invalid credentials');
      const token = giveToken(channel, 3600);
      return { status: 201, json: { JWTAUTH: token } };
    }
    if (!hasToken(channel, request.headers.authorization)) return failed(401, 'The token is missing or has expired');
    if (request.path === '/wba/v1/messages' && request.method === 'POST') return takeMessage(request, channel, engine);
    if (request.path.startsWith('/wba/template')) return answerTemplates(request, channel, engine);
    return failed(404, 'No such call');
  },
  receipts: (channel, receipts) =>
    call(channel, {
      statuses: receipts.map(({ message, stage, at }) => ({
        id: message.id,
        message_id: `wamid.${message.id}`,
        recipient_id: withoutPlus(message.to),
        status: stage,
        timestamp: seconds(at),
        extra: message.ourId,
        ...(stage === 'failed'
          ? { errors: [{ code: Number(message.errorCode) || 0, title: titleOf(message.errorCode) }] }
          : { pricing: { category: message.facts } }),
      })),
    }),
  act: (channel, phone, act, id, at) => {
    const message = messageOf(channel, phone, act, id);
    if (!message) return undefined;
    return call(channel, {
      contacts: [{ profile: { name: phone.name }, wa_id: withoutPlus(phone.address) }],
      messages: [
        {
          from: withoutPlus(phone.address),
          id,
          timestamp: seconds(at),
          ...message,
          ...(act.kind === 'media' ? { media_url: storeMedia(channel, act, id).url } : {}),
        },
      ],
    });
  },
  refuse: (_channel, code) =>
    /^[45]\d\d$/.test(code) && code !== '470'
      ? failed(Number(code), 'Refused by the behaviour of the sandbox')
      : failed(400, titleOf(code), code),
  templateChanged: (channel, template, change) => (change.status ? [event(channel, template, change.status, change.reason)] : []),
};
