import type { SandboxButton, SandboxMessage } from '@parley/contract';
import { basicAuth, withPlus } from '../../connection.ts';
import { asObject, readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Engine, Family, SimAnswer, SimRequest } from '../family.ts';
import { keepMedia, messageOn, type SimulatedChannel, templateKey } from '../state.ts';
import { GraphRefusal, graphRefusal } from './meta-answers.ts';
import { answerFlows, takeFlow } from './meta-flows.ts';
import { actCall, flowChangedCall, flowReplyCall, qualityCall, receiptsCall, templateCalls } from './meta-hooks.ts';
import { type SentComponents, SentMessage } from './meta-schema.ts';
import { mediaShown, renderTemplate } from './meta-template.ts';
import { answerTemplates } from './meta-template-calls.ts';

type Interactive = Extract<SentMessage, { type: 'interactive' }>['interactive'];
type HeaderOfInteractive = { type: string; text?: string } & Record<string, unknown>;

function interactiveShown(interactive: Interactive): Partial<SandboxMessage> {
  const header = interactive.header as HeaderOfInteractive | undefined;
  const media = header && header.type !== 'text' ? mediaShown(header.type as 'image', header[header.type] as { link?: string }) : null;
  if (interactive.type === 'flow') {
    const { flow_cta: title, flow_token: id, flow_id: value } = interactive.action.parameters;
    return {
      header: header?.text ?? '',
      media,
      text: interactive.body.text,
      footer: interactive.footer?.text ?? '',
      buttons: [{ id, title, type: 'flow', value }],
    };
  }
  const buttons: SandboxButton[] =
    interactive.type === 'button'
      ? interactive.action.buttons.map(({ reply }) => ({ id: reply.id, title: reply.title, type: 'reply', value: '' }))
      : interactive.action.sections.flatMap((section) =>
          section.rows.map((row) => ({ id: row.id, title: row.title, type: 'row' as const, value: row.description ?? '' })),
        );
  return { header: header?.text ?? '', media, text: interactive.body.text, footer: interactive.footer?.text ?? '', buttons };
}

function shown(message: SentMessage): Partial<SandboxMessage> {
  switch (message.type) {
    case 'text':
      return { text: message.text.body };
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
    case 'document': {
      const file = (message as unknown as Record<string, { link?: string; caption?: string; filename?: string }>)[message.type] ?? {};
      return { media: mediaShown(message.type, file), text: file.caption ?? '' };
    }
    case 'location': {
      const { latitude, longitude, name = '', address = '' } = message.location;
      return { location: { latitude, longitude, name, address } };
    }
    case 'contacts':
      return { text: message.contacts.map((contact) => contact.name.formatted_name).join(', ') };
    case 'interactive':
      return interactiveShown(message.interactive);
    default:
      return {};
  }
}

/** A reaction stands on the customer's message and is none of its own, though it has an id. One to an unknown message is taken and never seen. */
function reactionCall(
  channel: SimulatedChannel,
  to: string,
  { message_id, emoji }: { message_id: string; emoji: string },
  id: string,
): SimAnswer {
  const message = messageOn(channel.phones.get(to), message_id);
  if (message) message.ourReaction = emoji;
  const waId = to.replace(/^\+/, '');
  return {
    status: 200,
    json: { messaging_product: 'whatsapp', contacts: [{ input: waId, wa_id: waId }], messages: [{ id: `wamid.${id}` }] },
  };
}

function messagesCall(request: SimRequest, channel: SimulatedChannel, engine: Engine): SimAnswer | Promise<SimAnswer> {
  let json: unknown;
  try {
    json = JSON.parse(request.body.toString());
  } catch {
    return graphRefusal('100', 'The body is no JSON.');
  }
  if (typeof json === 'object' && json !== null && 'status' in json && json.status === 'read')
    return { status: 200, json: { success: true } };
  const parsed = SentMessage.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return graphRefusal('100', `Param ${issue?.path.join('.') || 'type'}: ${issue?.message ?? 'invalid'}`);
  }
  const message = parsed.data;
  const to = withPlus(message.to.replace(/^\+/, ''));
  if (to === withPlus(channel.contactId)) return graphRefusal('131021', 'Sender and recipient phone number is same');
  if (message.type === 'reaction')
    return engine.act(channel, metaGraph, () => reactionCall(channel, to, message.reaction, engine.nextId()));
  const flowRefusal =
    message.type === 'interactive' && message.interactive.type === 'flow'
      ? takeFlow(channel, message.interactive.action.parameters)
      : undefined;
  if (flowRefusal) return flowRefusal;
  let template: Partial<SandboxMessage> | undefined;
  let category = 'service';
  if (message.type === 'template') {
    const { name, language, components = [] } = message.template;
    const registered = channel.templates.get(templateKey(name, language.code));
    if (!registered) return graphRefusal('132001', `template name (${name}) does not exist in ${language.code}`);
    category = registered.category.toLowerCase();
    template = renderTemplate(registered, components as SentComponents);
  }
  const reply = message.context?.message_id ?? '';
  return engine.send(channel, metaGraph, {
    to,
    ourId: message.biz_opaque_callback_data ?? '',
    id: `wamid.${engine.nextId()}`,
    show: () => ({ ...(template ?? shown(message)), ...(reply ? { replyTo: reply } : {}) }),
    isFreeText: template === undefined,
    isMarketing: category === 'marketing',
    facts: category,
    accepted: (id) => ({
      status: 200,
      json: {
        messaging_product: 'whatsapp',
        contacts: [{ input: message.to, wa_id: message.to.replace(/^\+/, '') }],
        messages: [{ id, message_status: 'accepted' }],
      },
    }),
  });
}

/** Media: uploaded by us, or sent by the customer; the address of a file lives behind its id. */
async function mediaCall(request: SimRequest, channel: SimulatedChannel, engine: Engine, id: string): Promise<SimAnswer> {
  if (request.method === 'POST') {
    const form = await new Response(new Uint8Array(request.body), {
      headers: { 'content-type': String(request.headers['content-type'] ?? '') },
    })
      .formData()
      .catch(() => undefined);
    const file = form?.get('file');
    if (!(file instanceof File) || form?.get('messaging_product') !== 'whatsapp')
      return graphRefusal('100', 'file and messaging_product are required');
    const mediaId = String(Date.now()) + engine.nextId().slice(-3).replace(/\D/g, '0');
    keepMedia(channel, mediaId, { bytes: Buffer.from(await file.arrayBuffer()), mimeType: file.type, fileName: file.name });
    return { status: 200, json: { id: mediaId } };
  }
  const media = channel.media.get(id);
  if (!media) return graphRefusal('100', `Unsupported request: object ${id} does not exist`);
  if (request.method === 'DELETE') {
    channel.media.delete(id);
    return { status: 200, json: { success: true } };
  }
  return {
    status: 200,
    json: {
      url: `${request.base}/media-file/${id}`,
      mime_type: media.mimeType,
      file_size: media.bytes.length,
      id,
      messaging_product: 'whatsapp',
    },
  };
}

function numberOf(channel: SimulatedChannel): Record<string, unknown> {
  return {
    id: channel.contactId,
    display_phone_number: channel.contactId,
    verified_name: 'Sandbox',
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    messaging_limit_tier: 'TIER_1K',
  };
}

function isSignedIn(request: SimRequest, channel: SimulatedChannel): boolean {
  const wanted = channel.config.authToken ?? '';
  const offered = String(request.headers.authorization ?? '').replace(/^(Bearer|OAuth) /, '');
  return offered !== '' && (wanted === '' || isSame(offered, wanted));
}

/** The Graph API as far as WhatsApp uses it. */
export const metaGraph: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 500,
  codes: { tooFast: '130429', windowClosed: '131047', optedOut: '131050' },
  answer: (request, channel, engine) => {
    const [object = '', edge = ''] = request.path
      .replace(/^\/v\d+\.\d+/, '')
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    if (!isSignedIn(request, channel)) return graphRefusal('190', 'Cannot parse access token');
    try {
      if (object === channel.contactId && edge === 'messages' && request.method === 'POST') return messagesCall(request, channel, engine);
      const ofFlows = answerFlows(request, channel, engine, metaGraph, object, edge);
      if (ofFlows) return ofFlows;
      if (object === channel.contactId && edge === 'media') return mediaCall(request, channel, engine, '');
      if (object === channel.contactId && edge === '') return { status: 200, json: numberOf(channel) };
      if (object === 'media-file') {
        const media = channel.media.get(edge);
        return media ? { status: 200, body: media.bytes, contentType: media.mimeType } : graphRefusal('803');
      }
      if (channel.media.has(object)) return mediaCall(request, channel, engine, object);
      if (object === channel.config.wabaId && edge === 'subscribed_apps')
        return {
          status: 200,
          json: request.method === 'POST' ? { success: true } : { data: [{ whatsapp_business_api_data: { name: 'Sandbox' } }] },
        };
      if (object === channel.config.wabaId && edge === 'phone_numbers') return { status: 200, json: { data: [numberOf(channel)] } };
      return (
        answerTemplates(request, channel, engine, object, edge) ??
        graphRefusal('803', `Unsupported ${request.method.toLowerCase()} request: ${object}/${edge}`)
      );
    } catch (error) {
      if (error instanceof GraphRefusal) return graphRefusal(error.code, error.message);
      throw error;
    }
  },
  receipts: receiptsCall,
  act: actCall,
  refuse: (_channel, code) => graphRefusal(code, 'Refused by the behaviour of the sandbox'),
  templateChanged: templateCalls,
  qualityChanged: qualityCall,
  flowReply: flowReplyCall,
  flowChanged: flowChangedCall,
};

/** Vendors that pass Meta's messages on: their own address and login, Meta's checks behind. */
const proxied = (
  undress: (body: Record<string, unknown>) => Record<string, unknown>,
  isSignedInAs: (request: SimRequest, channel: SimulatedChannel) => boolean,
): Family => ({
  ...metaGraph,
  answer: (request, channel, engine) => {
    if (!/^(\/v1)?\/messages$/.test(request.path) || request.method !== 'POST') return graphRefusal('803');
    if (!isSignedInAs(request, channel)) return graphRefusal('190', 'Not signed in');
    const body = Buffer.from(JSON.stringify(undress(asObject(readJson(request.body.toString())))));
    try {
      return messagesCall({ ...request, body }, channel, engine);
    } catch (error) {
      if (error instanceof GraphRefusal) return graphRefusal(error.code, error.message);
      throw error;
    }
  },
});

export const ttbs = proxied(
  ({ source: _source, metaData, ...body }) => ({ ...body, biz_opaque_callback_data: asObject(metaData).custom_callback_data }),
  isSignedIn,
);
export const onPremises = proxied(
  (body) => {
    const { namespace: _namespace, ...template } = asObject(body.template);
    return { messaging_product: 'whatsapp', ...body, ...(body.template === undefined ? {} : { template }) };
  },
  (request, { config }) => isSame(String(request.headers.authorization ?? ''), basicAuth(config.username ?? '', config.password ?? '')),
);
