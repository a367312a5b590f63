import { channelTypes, type SandboxButton, type SandboxMessage, z } from '@parley/contract';
import { readJson } from '../../json.ts';
import { isSame } from '../../wire/meta-graph/signature.ts';
import type { Family, HookCall, SimAnswer } from '../family.ts';
import { pressedButton, storeMedia } from '../inbound.ts';
import { isWindowOpen, messageOn, type SimulatedChannel } from '../state.ts';
import { graphRefusal } from './meta-answers.ts';
import { signedCall } from './meta-hooks.ts';
import { mediaShown } from './meta-template.ts';

const Button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('web_url'), title: z.string().min(1).max(20), url: z.url() }),
  z.strictObject({ type: z.literal('postback'), title: z.string().min(1).max(20), payload: z.string().min(1).max(1000) }),
]);
const Element = z.strictObject({
  title: z.string().min(1).max(80),
  subtitle: z.string().max(80).optional(),
  image_url: z.url().optional(),
  buttons: z.array(Button).min(1).max(3).optional(),
});
const Attachment = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal(['image', 'audio', 'video', 'file']),
    payload: z.strictObject({ url: z.url(), is_reusable: z.boolean().optional() }),
  }),
  z.strictObject({
    type: z.literal('template'),
    payload: z.strictObject({ template_type: z.literal('generic'), elements: z.array(Element).min(1).max(10) }),
  }),
]);
/** A reaction of the page's, which Instagram alone takes. */
const Reacted = z.discriminatedUnion('sender_action', [
  z.strictObject({
    sender_action: z.literal('react'),
    recipient: z.strictObject({ id: z.string().min(1) }),
    payload: z.strictObject({ message_id: z.string().min(1), reaction: z.literal('love') }),
  }),
  z.strictObject({
    sender_action: z.literal('unreact'),
    recipient: z.strictObject({ id: z.string().min(1) }),
    payload: z.strictObject({ message_id: z.string().min(1) }),
  }),
]);
const Sent = z.strictObject({
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']),
  tag: z.string().optional(),
  recipient: z.strictObject({ id: z.string().min(1) }),
  reply_to: z.strictObject({ mid: z.string() }).optional(),
  message: z
    .strictObject({
      text: z.string().min(1).max(2000).optional(),
      attachment: Attachment.optional(),
      quick_replies: z
        .array(z.strictObject({ content_type: z.literal('text'), title: z.string().min(1).max(20), payload: z.string().min(1).max(1000) }))
        .max(13)
        .optional(),
    })
    .refine((message) => (message.text === undefined) !== (message.attachment === undefined), 'text or attachment'),
});

const buttonShown = (button: z.infer<typeof Button>): SandboxButton =>
  button.type === 'web_url'
    ? { id: button.url, title: button.title, type: 'url', value: button.url }
    : { id: button.payload, title: button.title, type: 'reply', value: '' };

function shown({ message, reply_to }: z.infer<typeof Sent>): Partial<SandboxMessage> {
  const { text = '', attachment, quick_replies = [] } = message;
  const base = {
    replyTo: reply_to?.mid ?? '',
    text,
    buttons: quick_replies.map(({ title, payload }) => ({ id: payload, title, type: 'quickReply' as const, value: '' })),
  };
  if (!attachment) return base;
  if (attachment.type !== 'template')
    return { ...base, media: mediaShown(attachment.type === 'file' ? 'document' : attachment.type, { link: attachment.payload.url }) };
  return {
    ...base,
    cards: attachment.payload.elements.map((element) => ({
      title: element.title,
      text: element.subtitle ?? '',
      media: element.image_url ? mediaShown('image', { link: element.image_url }) : null,
      buttons: (element.buttons ?? []).map(buttonShown),
    })),
  };
}

const isInstagram = (channel: SimulatedChannel): boolean => channel.type === channelTypes.INSTAGRAM;

function event(channel: SimulatedChannel, person: string, at: number, part: Record<string, unknown>): HookCall {
  return signedCall(channel, {
    object: isInstagram(channel) ? 'instagram' : 'page',
    entry: [
      {
        id: channel.contactId,
        time: at,
        messaging: [{ sender: { id: person }, recipient: { id: channel.contactId }, timestamp: at, ...part }],
      },
    ],
  });
}

function react(channel: SimulatedChannel, { recipient, payload, ...act }: z.infer<typeof Reacted>): SimAnswer {
  const message = messageOn(channel.phones.get(recipient.id), payload.message_id);
  if (!message && !channel.behaviour.isLight) return graphRefusal('100', 'Invalid parameter: message_id');
  if (message) message.ourReaction = act.sender_action === 'react' ? '❤' : '';
  return { status: 200, json: { recipient_id: recipient.id } };
}

const withSubcode = (answer: SimAnswer, subcode: number): SimAnswer =>
  answer === 'cut' ? answer : { ...answer, json: { error: { ...(answer.json as { error: object }).error, error_subcode: subcode } } };
const closed = (channel: SimulatedChannel): SimAnswer =>
  withSubcode(graphRefusal('10', 'Sent outside of the allowed window'), isInstagram(channel) ? 2_534_022 : 2_018_278);

/** Messenger and Instagram: a window of 24 hours that refuses at once, receipts by id and by watermark. */
export const messenger: Family = {
  stages: ['delivered', 'read'],
  batch: 1,
  codes: { tooFast: '613', windowClosed: '', optedOut: '551' },
  answer: (request, channel, engine) => {
    const [object = '', edge = ''] = request.path
      .replace(/^\/v\d+\.\d+/, '')
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    if (!isSame(String(request.headers.authorization ?? '').replace(/^Bearer /, ''), channel.config.authToken ?? ''))
      return graphRefusal('190', 'Invalid OAuth access token');
    if (object !== channel.contactId && object !== 'me') return graphRefusal('803');
    if (edge === '') return { status: 200, json: { id: channel.contactId, name: 'Sandbox' } };
    if (edge !== 'messages' || request.method !== 'POST') return graphRefusal('100', 'Unsupported request');
    const body = readJson(request.body.toString());
    const reacted = isInstagram(channel) ? Reacted.safeParse(body).data : undefined;
    if (reacted) return engine.act(channel, messenger, () => react(channel, reacted));
    const parsed = Sent.safeParse(body);
    if (!parsed.success) return graphRefusal('100', parsed.error.issues[0]?.message ?? 'invalid');
    const to = parsed.data.recipient.id;
    const phone = channel.phones.get(to);
    if (phone?.isOptedOut) return graphRefusal('551', 'This person is not available right now');
    if (!channel.behaviour.isLight && !isWindowOpen(channel, phone)) return closed(channel);
    return engine.send(channel, messenger, {
      to,
      ourId: '',
      id: `m_${engine.nextId()}`,
      show: () => shown(parsed.data),
      isFreeText: false,
      isMarketing: false,
      accepted: (id) => ({ status: 200, json: { recipient_id: to, message_id: id } }),
    });
  },
  receipts: (channel, [receipt]) => {
    const { message, stage, at } = receipt as NonNullable<typeof receipt>;
    if (stage === 'read') return event(channel, message.to, at, { read: isInstagram(channel) ? { mid: message.id } : { watermark: at } });
    return event(channel, message.to, at, { delivery: { mids: [message.id], watermark: at } });
  },
  ownId: (id) => `m_${id}`,
  act: (channel, phone, act, id, at) => {
    const tell = (part: Record<string, unknown>) => event(channel, phone.address, at, part);
    const mid = id;
    switch (act.kind) {
      case 'text':
        return tell({ message: { mid, text: act.text } });
      case 'media': {
        const { url } = storeMedia(channel, act, id);
        const type = act.media === 'document' ? 'file' : act.media === 'sticker' ? 'image' : act.media;
        return tell({ message: { mid, ...(act.caption ? { text: act.caption } : {}), attachments: [{ type, payload: { url } }] } });
      }
      case 'location':
        return tell({
          message: {
            mid,
            attachments: [{ type: 'location', title: act.name, payload: { coordinates: { lat: act.latitude, long: act.longitude } } }],
          },
        });
      case 'press': {
        const button = pressedButton(phone, act);
        if (!button) return undefined;
        if (button.type === 'quickReply') return tell({ message: { mid, text: button.title, quick_reply: { payload: button.id } } });
        return tell({ postback: { mid, title: button.title, payload: button.id } });
      }
      case 'reaction':
        return tell({ reaction: { mid: act.messageId, action: act.emoji === '' ? 'unreact' : 'react', emoji: act.emoji } });
      default:
        return undefined;
    }
  },
  refuse: (channel, code) =>
    code === '470' ? closed(channel) : code === '429' ? graphRefusal('613') : graphRefusal(code, 'Refused by the behaviour of the sandbox'),
};
