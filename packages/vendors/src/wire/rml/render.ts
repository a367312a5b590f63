import { variablesOf } from '@parley/contract';
import { refused } from '../../errors.ts';
import type { OutgoingContent, OutgoingMedia, OutgoingMessage, OutgoingTemplate, RenderResult } from '../../types.ts';

type Part = Record<string, unknown>;
class Missing extends Error {}

/** The values in the order of the approved text; Route Mobile knows places only. */
function listed(values: Readonly<Record<string, string>>, approved: string | undefined, where: string): Part[] {
  const names = approved === undefined ? Object.keys(values) : variablesOf(approved);
  const ordered = names.every((name) => /^\d+$/.test(name)) ? [...names].sort((a, b) => Number(a) - Number(b)) : names;
  return ordered.map((name) => {
    if (!values[name]) throw new Missing(`The ${where} has no value for {{${name}}}.`);
    return { text: values[name] };
  });
}

const fileOf = (media: OutgoingMedia): Part => ({
  [media.kind]: { link: media.url, ...(media.kind === 'document' && media.fileName ? { filename: media.fileName } : {}) },
});

const buttonOf = ({ index, type, value }: OutgoingTemplate['buttons'][number]): Part => ({
  button_no: String(index),
  ...(type === 'URL'
    ? { url: value }
    : type === 'QUICK_REPLY'
      ? { payload: value }
      : type === 'COPY_CODE'
        ? { coupon_code: value }
        : { button_type: 'authentication', text: value }),
});

function templateOf(template: OutgoingTemplate): Part {
  const [header, body, carousel] = (['HEADER', 'BODY', 'CAROUSEL'] as const).map((type) =>
    template.components.find((part) => part.type === type),
  );
  const headerText = header?.type === 'HEADER' ? header.text : undefined;
  const cards = carousel?.type === 'CAROUSEL' ? carousel.cards : [];
  const heads =
    template.header === undefined
      ? []
      : 'media' in template.header
        ? [fileOf(template.header.media)]
        : listed(template.header.values, headerText, 'header');
  const values = listed(template.body, body?.type === 'BODY' ? body.text : undefined, 'body');
  const buttons = template.components.flatMap((part) => (part.type === 'BUTTONS' ? part.buttons : []));
  const codeAt = buttons.findIndex((button) => button.type === 'COPY_CODE');
  return {
    type: 'media_template',
    template_name: template.name,
    lang_code: template.language,
    ...(heads.length > 0 ? { header: heads } : {}),
    ...(values.length > 0 ? { body: values } : {}),
    ...(template.buttons.length > 0 ? { button: template.buttons.map(buttonOf) } : {}),
    ...(template.cards.length > 0
      ? {
          carousel: template.cards.map((card, index) => ({
            type: card.media?.kind ?? 'image',
            url: card.media?.url ?? '',
            body: listed(card.body, cards[index]?.body.text, `card ${index + 1}`),
            button: card.buttons.map(buttonOf),
          })),
        }
      : {}),
    ...(template.offer
      ? {
          limited_time: [
            {
              expiration_time: new Date(template.offer.expiresAt).getTime(),
              button: codeAt >= 0 ? [{ button_no: String(codeAt), coupon_code: template.offer.code }] : [],
            },
          ],
        }
      : {}),
  };
}

function partOf(content: OutgoingContent): Part | undefined {
  switch (content.kind) {
    case 'text':
      return { text: content.text, preview_url: content.previewUrl ?? false };
    case 'media': {
      const { kind, url, fileName, caption } = content.media;
      if (kind === 'sticker') return undefined;
      return { media: { type: kind, url, ...(fileName ? { file: fileName } : {}), ...(caption && kind !== 'audio' ? { caption } : {}) } };
    }
    case 'location': {
      const { longitude, latitude, name, address } = content;
      return { media: { type: 'location', longitude, latitude, name, address } };
    }
    case 'buttons':
      return {
        media: {
          type: 'interactive_reply',
          body: content.text,
          ...(content.footer ? { footer_text: content.footer } : {}),
          button: content.buttons.slice(0, 3).map(({ id, title }) => ({ id, title: title.slice(0, 20) })),
        },
      };
    case 'list':
      return {
        media: {
          type: 'interactive_list',
          body: content.text,
          button_text: content.button.slice(0, 20),
          button: content.sections.map((section) => ({
            section_title: section.title.slice(0, 24),
            row: section.rows.map(({ id, title, description }) => ({
              id,
              title: title.slice(0, 24),
              description: description.slice(0, 72),
            })),
          })),
        },
      };
    case 'template':
      return { media: templateOf(content) };
    default:
      return undefined;
  }
}

/** The body of `POST /wba/v1/messages`; our id rides in `extra` and comes back in each receipt. */
export function renderRml(message: OutgoingMessage): { kind: 'body'; body: Part } | Extract<RenderResult, { kind: 'refused' }> {
  try {
    const part = partOf(message.content);
    if (!part) return refused(`Route Mobile carries no ${message.content.kind}.`);
    return {
      kind: 'body',
      body: { phone: message.to, ...part, ...(message.replyTo ? { reply_to: message.replyTo } : {}), extra: message.ourId },
    };
  } catch (error) {
    if (error instanceof Missing) return refused(error.message, 'TEMPLATE');
    throw error;
  }
}
