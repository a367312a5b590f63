import { withoutPlus } from '../../connection.ts';
import { refused } from '../../errors.ts';
import type { OutgoingCard, OutgoingContent, OutgoingFlow, OutgoingMedia, OutgoingMessage, RenderResult } from '../../types.ts';
import { MissingValue, type Part, templateParts } from './template.render.ts';

/** Longest text that WhatsApp shows of each part of a message; longer ones come back as a refusal, so they never leave. */
const limits = { text: 4096, body: 1024, button: 20, rowTitle: 24, rowText: 72, rows: 10, buttons: 3, footer: 60, flowButton: 20 } as const;

const tooLong = (what: string, text: string, limit: number): string =>
  text.length > limit ? `${what} has ${text.length} characters; WhatsApp shows ${limit}.` : '';

function problemOf(content: OutgoingContent): string {
  switch (content.kind) {
    case 'text':
      return content.text === '' ? 'The text is empty.' : tooLong('The text', content.text, limits.text);
    case 'buttons':
      if (content.buttons.length < 1 || content.buttons.length > limits.buttons) return 'WhatsApp shows one to three buttons.';
      return (
        tooLong('The text', content.text, limits.body) ||
        tooLong('The footer', content.footer ?? '', limits.footer) ||
        content.buttons.map((button) => tooLong('A button', button.title, limits.button)).find(Boolean) ||
        ''
      );
    case 'list': {
      const rows = content.sections.flatMap((section) => section.rows);
      if (rows.length < 1 || rows.length > limits.rows) return 'WhatsApp shows one to ten rows.';
      return (
        tooLong('The text', content.text, limits.text) ||
        tooLong('The button', content.button, limits.button) ||
        rows
          .map((row) => tooLong('A row', row.title, limits.rowTitle) || tooLong('A row', row.description, limits.rowText))
          .find(Boolean) ||
        ''
      );
    }
    case 'flow':
      return tooLong('The text', content.text, limits.body) || tooLong('The button', content.button, limits.flowButton);
    case 'carousel':
      return 'WhatsApp shows several cards in a template only.';
    case 'edit':
    case 'revoke':
      return 'WhatsApp changes no message that was sent.';
    default:
      return '';
  }
}

function mediaOf(media: OutgoingMedia): Part {
  const hasCaption = media.caption !== '' && media.kind !== 'audio' && media.kind !== 'sticker';
  return {
    type: media.kind,
    [media.kind]: {
      link: media.url,
      ...(hasCaption ? { caption: media.caption } : {}),
      ...(media.kind === 'document' && media.fileName ? { filename: media.fileName } : {}),
      // A voice note is Ogg with Opus alone; other audio with this mark is refused.
      ...(media.kind === 'audio' && media.isVoice && media.mimeType === 'audio/ogg' ? { voice: true } : {}),
    },
  };
}

const replyButtons = (
  text: string,
  buttons: readonly { id: string; title: string }[],
  more: { footer?: string | undefined; media?: OutgoingMedia | undefined },
): Part => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    ...(more.media ? { header: { type: more.media.kind, [more.media.kind]: { link: more.media.url } } } : {}),
    body: { text },
    ...(more.footer ? { footer: { text: more.footer } } : {}),
    action: { buttons: buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) },
  },
});

/** Data without anything in it are refused, so they are left out. */
const flowOf = ({ text, button, flowId, token, opens }: OutgoingFlow): Part => ({
  type: 'interactive',
  interactive: {
    type: 'flow',
    body: { text },
    action: {
      name: 'flow',
      parameters: {
        flow_message_version: '3',
        flow_token: token,
        flow_id: flowId,
        flow_cta: button,
        flow_action: opens ? 'navigate' : 'data_exchange',
        ...(opens
          ? { flow_action_payload: { screen: opens.screen, ...(Object.keys(opens.data).length > 0 ? { data: opens.data } : {}) } }
          : {}),
      },
    },
  },
});

/** A card is its picture over its words; links and numbers stand in the text, since only replies are buttons here. */
function cardOf(card: OutgoingCard): Part {
  const replies = card.buttons.filter((button) => !button.url && !button.phoneNumber).slice(0, limits.buttons);
  const lines = card.buttons
    .filter((button) => button.url || button.phoneNumber)
    .map((button) => `${button.title}: ${button.url || button.phoneNumber}`);
  const text = [card.title && `*${card.title}*`, card.text, ...lines].filter(Boolean).join('\n').slice(0, limits.body);
  if (replies.length > 0)
    return replyButtons(
      text,
      replies.map(({ id, title }) => ({ id, title: title.slice(0, limits.button) })),
      { media: card.media },
    );
  if (card.media) return mediaOf({ ...card.media, caption: text });
  return { type: 'text', text: { body: text, preview_url: lines.length > 0 } };
}

export function partOf(content: OutgoingContent): Part {
  switch (content.kind) {
    case 'text':
      return { type: 'text', text: { body: content.text, preview_url: content.previewUrl ?? false } };
    case 'media':
      return mediaOf(content.media);
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return { type: 'location', location: { latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) } };
    }
    case 'contacts':
      return {
        type: 'contacts',
        contacts: content.contacts.map(({ name, phones }) => ({
          name: { formatted_name: name, first_name: name },
          phones: phones.map((phone) => ({ phone, type: 'CELL' })),
        })),
      };
    case 'buttons':
      return replyButtons(content.text, content.buttons, { footer: content.footer, media: content.media });
    case 'list':
      return {
        type: 'interactive',
        interactive: {
          type: 'list',
          body: { text: content.text },
          action: {
            button: content.button,
            sections: content.sections.map(({ title, rows }) => ({
              ...(title ? { title: title.slice(0, limits.rowTitle) } : {}),
              rows: rows.map(({ id, title: rowTitle, description }) => ({ id, title: rowTitle, ...(description ? { description } : {}) })),
            })),
          },
        },
      };
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: content.messageId, emoji: content.emoji } };
    case 'template': {
      const components = templateParts(content);
      return {
        type: 'template',
        template: { name: content.name, language: { code: content.language }, ...(components.length > 0 ? { components } : {}) },
      };
    }
    case 'card':
      return cardOf(content.card);
    case 'flow':
      return flowOf(content);
    default:
      return {};
  }
}

/** The body of `POST /{phone-number-id}/messages`; our id rides along and comes back in each receipt. */
export function renderWhatsApp(message: OutgoingMessage): { kind: 'body'; body: Part } | Extract<RenderResult, { kind: 'refused' }> {
  const problem = problemOf(message.content);
  if (problem) return refused(problem);
  try {
    return {
      kind: 'body',
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: withoutPlus(message.to),
        ...(message.replyTo ? { context: { message_id: message.replyTo } } : {}),
        biz_opaque_callback_data: message.ourId,
        ...partOf(message.content),
      },
    };
  } catch (error) {
    if (error instanceof MissingValue) return refused(error.message, 'TEMPLATE');
    throw error;
  }
}
