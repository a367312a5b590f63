import { channelTypes, fillVariables, type SandboxMessage, variablesOf, z } from '@parley/contract';
import { basicAuth, withoutPlus, withPlus } from '../../connection.ts';
import { asList, asObject, asText, dig, readJson } from '../../json.ts';
import type { VendorTemplate } from '../../types.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Engine, Family, HookCall, SimAnswer, SimRequest } from '../family.ts';
import type { SimulatedChannel } from '../state.ts';
import { GraphRefusal } from './meta-answers.ts';
import { messageOf } from './meta-hooks.ts';
import { mediaShown } from './meta-template.ts';
import { refusalOfValues } from './meta-values.ts';
import { templateShown } from './rcs-shown.ts';

const failed = (status: number, code: string, message: string): SimAnswer => ({ status, json: { error: { code, message } } });
const to = z.string().regex(/^\d{6,15}$/);
const Attachment = z.strictObject({
  type: z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'STICKER']),
  url: z.url().optional(),
  id: z.string().optional(),
  fileName: z.string().optional(),
});
const envelope = { to, from: z.string() };
const session = { ...envelope, sessionId: z.string().min(1), message: z.strictObject({ text: z.string() }) };
const calls = {
  '/v1/template/send': z.strictObject({
    ...envelope,
    templateId: z.string().min(1),
    message: z.strictObject({ headerVars: z.array(z.string()), variables: z.array(z.string().min(1)), payload: z.array(z.string()) }),
    mediaAttachment: Attachment.optional(),
    filterBlacklistNumbers: z.boolean().optional(),
  }),
  '/v1/session/send/text': z.strictObject(session),
  '/v1/session/send/media': z.strictObject({ ...session, mediaAttachment: Attachment }),
  '/v1/session/send/interactive/buttons': z.strictObject({
    ...session,
    buttons: z
      .array(z.strictObject({ tag: z.string().min(1), title: z.string().min(1).max(20) }))
      .min(1)
      .max(3),
  }),
  '/v1/session/send/interactive/list': z.strictObject({
    ...session,
    list: z.strictObject({
      heading: z.string().min(1).max(20),
      options: z
        .array(z.strictObject({ tag: z.string().min(1), title: z.string().min(1).max(24), description: z.string().max(72) }))
        .min(1)
        .max(10),
    }),
  }),
} as const;

const templateOf = (channel: SimulatedChannel, id: string): VendorTemplate | undefined =>
  [...channel.templates.values()].find((one) => (one.vendorTemplateId === id || one.name === id) && one.status === 'APPROVED');

type Parsed = {
  to: string;
  message: { text?: string; variables?: string[] };
  mediaAttachment?: z.infer<typeof Attachment>;
  templateId?: string;
};

/** undefined: a template that is not approved, or that has not as many values. */
function shown(channel: SimulatedChannel, body: Parsed): Partial<SandboxMessage> | GraphRefusal | undefined {
  const { mediaAttachment: file } = body;
  const media = file ? mediaShown(file.type.toLowerCase() as 'image', { link: file.url, filename: file.fileName }) : null;
  if (body.templateId === undefined) {
    const buttons = asList(dig(body, 'buttons')).map((one) => ({
      id: asText(dig(one, 'tag')),
      title: asText(dig(one, 'title')),
      type: 'reply' as const,
      value: '',
    }));
    const rows = asList(dig(body, 'list', 'options')).map((one) => ({
      id: asText(dig(one, 'tag')),
      title: asText(dig(one, 'title')),
      type: 'row' as const,
      value: asText(dig(one, 'description')),
    }));
    return { text: body.message.text ?? '', media, buttons: [...buttons, ...rows] };
  }
  const template = templateOf(channel, body.templateId);
  const text = template?.components.find((part) => part.type === 'BODY')?.text ?? '';
  const names = variablesOf(text);
  if (!template || names.length !== body.message.variables?.length) return undefined;
  const values = Object.fromEntries(names.map((name, index) => [name, body.message.variables?.[index] ?? '']));
  const filled = fillVariables(text, values);
  const refusal = refusalOfValues(Object.values(values), filled);
  if (refusal) return refusal;
  const buttons = template.components.flatMap((part) => (part.type === 'BUTTONS' ? part.buttons : []));
  return {
    templateName: template.name,
    text: filled,
    media,
    buttons: buttons.map((button) => ({
      id: button.payload || button.text,
      title: button.text,
      type: button.type === 'URL' ? 'url' : 'quickReply',
      value: button.url,
    })),
  };
}

const isSignedIn = (request: SimRequest, { config }: SimulatedChannel): boolean =>
  isSame(String(request.headers.authorization ?? ''), basicAuth(config.username ?? '', config.password ?? ''));

function saveTemplate(request: SimRequest, channel: SimulatedChannel, engine: Engine): SimAnswer {
  const json = asObject(readJson(request.body.toString()));
  const name = asText(json.templateName);
  const body = asText(dig(json, 'templateContent', 'body'));
  if (name === '' || body === '' || json.customerId !== channel.config.customerId)
    return failed(400, '100', 'templateName, body and customerId are required');
  const language = asText(dig(json, 'templateContent', 'language'));
  const id = asText(json.templateId) || engine.nextId();
  const { approve } = channel.behaviour;
  const status = approve === 'auto' ? 'APPROVED' : approve === 'reject' ? 'REJECTED' : 'PENDING';
  channel.templates.set(`${name}\n${language}`, {
    vendorTemplateId: id,
    name,
    language,
    category: asText(json.category) as VendorTemplate['category'],
    status,
    reason: approve === 'reject' ? channel.behaviour.rejectReason : '',
    quality: '',
    components: [{ type: 'BODY', text: body, samples: {} }],
  });
  return { status: 200, json: { template: { templateId: id, registrationStatus: status } } };
}

const call = (channel: SimulatedChannel, body: Record<string, unknown>): HookCall => ({
  url: channel.hookUrl,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Airtel IQ's WhatsApp: replies name the session of what they answer. */
const airtelWhatsApp: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '130429', windowClosed: '131047', optedOut: '131050' },
  answer: (request, channel, engine) => {
    if (!isSignedIn(request, channel)) return failed(401, '', 'Unauthorized');
    if (request.path === '/whatsapp-content-manager/v1/template')
      return request.method === 'GET' ? { status: 200, json: { templates: [] } } : saveTemplate(request, channel, engine);
    const path = request.path.replace('/basic/whatsapp-manager', '');
    if (path === '/v1/download/media') {
      const media = channel.media.get(request.query.get('mediaId') ?? '');
      return media
        ? { status: 200, json: { bytes: media.bytes.toString('base64'), contentType: media.mimeType } }
        : failed(404, '', 'No such media');
    }
    if (!Object.hasOwn(calls, path)) return failed(404, '', 'No such call');
    const parsed = calls[path as keyof typeof calls].safeParse(readJson(request.body.toString()));
    if (!parsed.success)
      return failed(400, '100', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
    const body = parsed.data as Parsed;
    const view = shown(channel, body);
    if (!view) return failed(400, '132001', 'Template is not active');
    if (view instanceof GraphRefusal) return failed(400, view.code, view.message);
    return engine.send(channel, airtelWhatsApp, {
      to: withPlus(body.to),
      ourId: '',
      id: engine.nextId(),
      show: () => view,
      isFreeText: body.templateId === undefined,
      isMarketing: false,
      accepted: (id) => ({ status: 200, json: { messageRequestId: id } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    const error = { code: message.errorCode, title: 'Failed' };
    return call(channel, {
      messageId: `wamid.${message.id}`,
      messageRequestId: message.id,
      msgStatus: stage.toUpperCase(),
      recipientAddress: withoutPlus(message.to),
      timestamp: String(at),
      ...(stage === 'failed' ? { error } : {}),
    });
  },
  act: (channel, phone, act, id, at) => {
    const message = messageOf(channel, phone, act, id);
    if (!message) return undefined;
    return call(channel, {
      sessionId: `session-${phone.address}`,
      from: withoutPlus(phone.address),
      to: channel.contactId,
      name: phone.name,
      messageId: id,
      timestamp: String(at),
      message,
    });
  },
  refuse: (_channel, code) =>
    code === '429'
      ? failed(429, '130429', 'Rate limit hit')
      : failed(/^[45]\d\d$/.test(code) ? Number(code) : 400, code, 'Refused by the behaviour of the sandbox'),
};

const Rcs = z.strictObject({
  customerId: z.string(),
  subAccountId: z.string(),
  agentId: z.string(),
  msisdn: to,
  templateId: z.string(),
  templateVariableData: z.strictObject({ textVariables: z.array(z.string().min(1)) }),
  ttl: z.string().optional(),
});

/** Airtel IQ's RCS: 200 may say no. */
const airtelRcs: Family = {
  stages: ['delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '', optedOut: '' },
  answer: (request, channel, engine) => {
    if (!isSignedIn(request, channel)) return failed(401, '', 'Unauthorized');
    if (request.path === '/rcs-content-manager/v1/rcs/template') return { status: 200, json: { templates: [] } };
    if (request.path !== '/conversation-message-acceptor/v1/rcs/message/send') return failed(404, '', 'No such call');
    const parsed = Rcs.safeParse(readJson(request.body.toString()));
    const no = (message: string): SimAnswer => ({ status: 200, json: { success: false, status: 'FAILED', message } });
    if (!parsed.success) return no(parsed.error.issues[0]?.message ?? 'invalid');
    const template = templateOf(channel, parsed.data.templateId);
    if (!template) return no('Template is not active');
    const texts = template.components.flatMap((part) =>
      part.type === 'BODY' ? [part.text] : part.type === 'CAROUSEL' ? part.cards.flatMap((card) => [card.title, card.body.text]) : [],
    );
    const values = Object.fromEntries(
      variablesOf(texts.join('\n')).map((name, index) => [name, parsed.data.templateVariableData.textVariables[index] ?? '']),
    );
    const view = templateShown(template, values);
    if (!view) return no('Template variables do not match');
    return engine.send(channel, airtelRcs, {
      to: withPlus(parsed.data.msisdn),
      ourId: '',
      id: engine.nextId(),
      show: () => view,
      isFreeText: false,
      isMarketing: false,
      accepted: (id) => ({ status: 200, json: { success: true, status: 'INITIATED', messageRequestId: id } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    const error = { code: message.errorCode, message: 'Failed' };
    return call(channel, {
      messageId: message.id,
      eventType: stage.toUpperCase(),
      msisdn: withoutPlus(message.to),
      sendTime: new Date(at).toISOString(),
      agentId: channel.config.agentId ?? '',
      ...(stage === 'failed' ? { error } : {}),
    });
  },
  act: (channel, phone, act, id, at) =>
    act.kind === 'text'
      ? call(channel, {
          messageId: id,
          msisdn: withoutPlus(phone.address),
          text: act.text,
          sendTime: new Date(at).toISOString(),
          agentId: channel.config.agentId ?? '',
        })
      : undefined,
  refuse: (_channel, code) =>
    failed(/^[45]\d\d$/.test(code) ? Number(code) : 400, /^[45]\d\d$/.test(code) ? '' : code, 'Refused by the behaviour of the sandbox'),
};

export const airtelFamilies = { [channelTypes.WHATSAPP]: airtelWhatsApp, [channelTypes.RCS]: airtelRcs };
