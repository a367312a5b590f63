import { channelTypes, fillVariables, type SandboxMessage, variablesOf, z } from '@parley/contract';
import { withoutPlus, withPlus } from '../../connection.ts';
import { asObject, asText, readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Family, HookCall, SimAnswer } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import type { SimulatedChannel } from '../state.ts';
import { mediaShown } from './meta-template.ts';
import { refusalOfValues } from './meta-values.ts';

const Value = z.record(z.string().regex(/^\d+$/), z.string().min(1));
const File = { type: z.enum(['image', 'audio', 'video', 'document']), url: z.url(), fileName: z.string().optional() };
const base = { preview_url: z.boolean().optional(), shorten_url: z.boolean().optional() };
const Content = z.discriminatedUnion('type', [
  z.strictObject({ ...base, type: z.literal('TEXT'), text: z.string().min(1).max(4096) }),
  z.strictObject({ ...base, type: z.literal('TEMPLATE'), template: z.strictObject({ templateId: z.string(), parameterValues: Value }) }),
  z.strictObject({
    ...base,
    type: z.literal('MEDIA_TEMPLATE'),
    mediaTemplate: z.strictObject({
      templateId: z.string(),
      media: z.strictObject(File).optional(),
      bodyParameterValues: Value,
      buttons: z
        .strictObject({
          actions: z.array(z.strictObject({ type: z.enum(['url', 'quick_reply']), index: z.string(), payload: z.string() })),
        })
        .optional(),
    }),
  }),
  z.strictObject({
    ...base,
    type: z.literal('ATTACHMENT'),
    attachment: z.strictObject({ ...File, caption: z.string().optional(), mimeType: z.string().optional() }),
  }),
  z.strictObject({
    ...base,
    type: z.literal('INTERACTIVE'),
    interactive: z.looseObject({ type: z.enum(['button', 'list']), body: z.strictObject({ text: z.string() }) }),
  }),
]);
const Sent = z.strictObject({
  message: z.strictObject({
    channel: z.enum(['WABA', 'RCS']),
    content: Content,
    recipient: z.strictObject({
      to: z.string().regex(/^\d{6,15}$/),
      recipient_type: z.literal('individual'),
      reference: z.record(z.string(), z.string()),
    }),
    sender: z.strictObject({ from: z.string() }),
    preferences: z.strictObject({ webHookDNId: z.string() }),
  }),
  metaData: z.strictObject({ version: z.string() }),
});
type Content = z.infer<typeof Content>;

const said = (statusCode: string, statusDesc: string, mid = ''): SimAnswer => ({ status: 200, json: { statusCode, statusDesc, mid } });

function shown(content: Content, channel: SimulatedChannel): Partial<SandboxMessage> | undefined {
  switch (content.type) {
    case 'TEXT':
      return { text: content.text };
    case 'ATTACHMENT':
      return {
        media: mediaShown(content.attachment.type, { link: content.attachment.url, filename: content.attachment.fileName }),
        text: content.attachment.caption ?? '',
      };
    case 'INTERACTIVE': {
      const action = asObject(content.interactive.action);
      const replies = (action.buttons ?? []) as { reply: { id: string; title: string } }[];
      const sections = (action.sections ?? []) as { rows: { id: string; title: string; description?: string }[] }[];
      return {
        text: content.interactive.body.text,
        buttons: [
          ...replies.map(({ reply }) => ({ id: reply.id, title: reply.title, type: 'reply' as const, value: '' })),
          ...sections.flatMap((section) =>
            section.rows.map((row) => ({ id: row.id, title: row.title, type: 'row' as const, value: row.description ?? '' })),
          ),
        ],
      };
    }
    default: {
      const sent =
        content.type === 'TEMPLATE'
          ? { ...content.template, bodyParameterValues: content.template.parameterValues, media: undefined }
          : content.mediaTemplate;
      const template = [...channel.templates.values()].find((one) => one.name === sent.templateId && one.status === 'APPROVED');
      const text = template?.components.find((part) => part.type === 'BODY')?.text;
      if (!template || text === undefined) return undefined;
      const names = variablesOf(text);
      if (names.some((_name, index) => !sent.bodyParameterValues[String(index)])) return undefined;
      const values = Object.fromEntries(names.map((name, index) => [name, sent.bodyParameterValues[String(index)] ?? '']));
      const filled = fillVariables(text, values);
      if (channel.type === channelTypes.WHATSAPP && refusalOfValues(Object.values(values), filled)) return undefined;
      const buttons = template.components.flatMap((part) => (part.type === 'BUTTONS' ? part.buttons : []));
      return {
        templateName: template.name,
        text: filled,
        media: sent.media ? mediaShown(sent.media.type, { link: sent.media.url, filename: sent.media.fileName }) : null,
        buttons: buttons.map((button) => ({
          id: button.payload || button.text,
          title: button.text,
          type: button.type === 'URL' ? 'url' : 'quickReply',
          value: button.url,
        })),
      };
    }
  }
}

function call(channel: SimulatedChannel, body: Record<string, unknown>): HookCall {
  return {
    url: channel.hookUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: channel.type === 4 ? 'WABA' : 'RCS', ...body }),
  };
}

/** Karix's RCM: HTTP says 200, its own statusCode says what happened. */
export const rcm: Family = {
  stages: ['sent', 'delivered', 'read', 'failed'],
  batch: 1,
  codes: { tooFast: '429', windowClosed: '470', optedOut: '' },
  answer: (request, channel, engine) => {
    if (!isSame(String(request.headers.authentication ?? ''), `Bearer ${channel.config.accKey ?? ''}`))
      return { status: 401, json: { statusCode: '401', statusDesc: 'Unauthorized' } };
    if (request.path !== '/services/rcm/sendMessage' || request.method !== 'POST')
      return { status: 404, json: { statusCode: '404', statusDesc: 'No such call' } };
    const parsed = Sent.safeParse(readJson(request.body.toString()));
    if (!parsed.success) return said('400', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
    const { content, recipient, sender } = parsed.data.message;
    if (sender.from !== withoutPlus(channel.contactId)) return said('403', 'The sender is another one');
    const isTemplate = content.type === 'TEMPLATE' || content.type === 'MEDIA_TEMPLATE';
    const view = shown(content, channel);
    if (!view) return said('210', 'Template is unknown or its parameters do not match');
    return engine.send(channel, rcm, {
      to: withPlus(recipient.to),
      ourId: asText(recipient.reference.cust_ref),
      id: engine.nextId(),
      show: () => view,
      isFreeText: !isTemplate && channel.type === 4,
      isMarketing: false,
      accepted: (id) => said('200', 'Successfully Accepted', id),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    return call(channel, {
      events: { eventType: 'DELIVERY EVENTS', mid: message.id, timestamp: String(at) },
      notificationAttributes: {
        status: stage,
        reason: stage === 'failed' ? 'Failed' : '',
        code: stage === 'failed' ? message.errorCode : '000',
      },
      recipient: { to: withoutPlus(message.to), reference: { cust_ref: message.ourId } },
      sender: { from: channel.contactId },
    });
  },
  act: (channel, phone, act, id, at) => {
    const tell = (message: Record<string, unknown>) =>
      call(channel, {
        events: { eventType: 'User initiated', mid: id, timestamp: String(at) },
        eventContent: { message: { from: withoutPlus(phone.address), to: channel.contactId, id, name: phone.name, ...message } },
      });
    switch (act.kind) {
      case 'text':
        return tell({ contentType: 'text', text: { body: act.text } });
      case 'location':
        return tell({ contentType: 'location', location: { latitude: act.latitude, longitude: act.longitude, name: act.name } });
      case 'media': {
        const { url, mimeType, fileName } = storeMedia(channel, act, id);
        return tell({
          contentType: 'ATTACHMENT',
          attachmentType: act.media,
          attachmentUrl: url,
          attachmentMimeType: mimeType,
          fileName,
          caption: act.caption,
        });
      }
      case 'press': {
        const button = pressedButton(phone, act);
        if (!button) return undefined;
        const context = { id: act.messageId };
        if (button.type === 'quickReply')
          return tell({ contentType: 'button', context, button: { payload: button.id, text: button.title } });
        const kind = button.type === 'row' ? 'list_reply' : 'button_reply';
        return tell({ contentType: 'interactive', context, interactive: { type: kind, [kind]: { id: button.id, title: button.title } } });
      }
      default:
        return undefined;
    }
  },
  refuse: (_channel, code) =>
    /^5\d\d$/.test(code) ? { status: Number(code), json: { statusCode: code } } : said(code, 'Refused by the behaviour of the sandbox'),
};
