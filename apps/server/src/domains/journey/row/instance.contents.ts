import { createHash } from 'node:crypto';
import type { TemplateCategory } from '@parley/contract';
import { type MediaRef, makePayload, type Send, type SentCard, type SentContent } from '@parley/journey';
import type { OutgoingCard, OutgoingCardButton, OutgoingContent, OutgoingMedia } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { type RunMessage, toOutgoing } from '../../messaging/door.talk.ts';
import { findLibraryFiles, findSendableTemplates } from './material.repository.ts';

/** A message on its way to a chat. */
export type Prepared = {
  content: OutgoingContent;
  attachment: StoredAttachment | null;
  template: { templateId: string; category: TemplateCategory } | null;
};

const hexOf = (at: number) => at.toString(16).padStart(12, '0');

/** The id of a message in the ledger: a UUIDv7 of its turn's time that the same turn gives again. */
export function messageIdOf(instanceId: string, turn: number, place: number, at: number): string {
  const hash = createHash('sha256').update(`${instanceId}:${turn}:${place}`).digest('hex');
  const time = hexOf(at);
  const variant = ((Number.parseInt(hash[3] ?? '0', 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

type Template = RunMessage['template'] & { templateId: string };

/** Templates and library files that messages of a batch refer to, read once. */
export class Materials {
  readonly #templates = new Map<string, Template>();
  readonly #files = new Map<string, StoredAttachment>();

  async load(tx: Tx, enterpriseId: string, sends: readonly Send[]): Promise<void> {
    const templates = [
      ...new Set(
        sends.flatMap(({ content, outsideWindow }) =>
          content.kind === 'template' ? [content.template] : outsideWindow === '' ? [] : [outsideWindow],
        ),
      ),
    ].filter((id) => !this.#templates.has(id));
    const media = [...new Set(sends.flatMap(({ content }) => mediaOf(content)))].filter((id) => !this.#files.has(id));
    if (templates.length > 0) {
      const rows = await findSendableTemplates(tx, enterpriseId, templates);
      for (const row of rows) this.#templates.set(row.templateId, row);
    }
    if (media.length > 0) {
      const rows = await findLibraryFiles(tx, enterpriseId, media);
      for (const { artifactId, ...file } of rows) this.#files.set(artifactId, file);
    }
  }

  /** @throws Error with what is not there any more */
  fileOf(media: MediaRef): StoredAttachment {
    if (media.kind === 'value') return { id: media.media.id, name: media.media.name, type: media.media.mime, size: media.media.size };
    const file = this.#files.get(media.id);
    if (!file) throw new Error('The file is not in the library any more.');
    return file;
  }

  templateOf(id: string): Template {
    const template = this.#templates.get(id);
    if (!template) throw new Error('The template is not there any more.');
    return template;
  }
}

const mediaOf = (content: SentContent): string[] => {
  const shown = content.kind === 'cards' ? content.cards : 'media' in content ? [content] : [];
  return shown.flatMap(({ media }) => (media?.kind === 'library' ? [media.id] : []));
};

const kinds = { image: 'image', audio: 'audio', video: 'video' } as const;
const toMedia = (file: StoredAttachment, caption: string): OutgoingMedia => ({
  kind: kinds[file.type.split('/')[0] as keyof typeof kinds] ?? 'document',
  url: `/e/enterprise/files/${file.id}`,
  caption,
  fileName: file.name,
  mimeType: file.type,
});

/** Returns what a press on a button of a card does; nothing of a reply. */
function doesOf(action: SentCard['items'][number]['action']): Omit<OutgoingCardButton, 'id' | 'title'> {
  switch (action.kind) {
    case 'reply':
      return {};
    case 'url':
      return { url: action.url };
    case 'call':
      return { phoneNumber: action.phone };
    case 'place':
      return { place: { latitude: action.latitude, longitude: action.longitude, label: action.label } };
    case 'askPlace':
      return { asksPlace: true };
    case 'calendar':
      return { event: { title: action.title, startsAt: action.startsAt, endsAt: action.endsAt } };
  }
}

/** @throws Error for a file that no card shows */
function toCard(
  { title, text, items }: SentCard,
  file: StoredAttachment | null,
  payload: (item: string) => string,
  looks: Extract<SentContent, { kind: 'cards' }>['looks'],
): OutgoingCard {
  if (file && !/^(?:image|video)\//.test(file.type)) throw new Error('A card shows a picture or a film.');
  return {
    title,
    text,
    ...(file ? { media: toMedia(file, '') } : {}),
    ...(looks ? { height: looks.height } : {}),
    buttons: items.map(({ id, title: words, action }) => ({
      id: payload(id),
      title: words,
      ...doesOf(action),
    })),
  };
}

type Of = { instanceId: string; turn: number; materials: Materials };

/** A template with what the stream fills it with. */
function toTemplate(
  materials: Materials,
  id: string,
  values: Readonly<Record<string, string>>,
  items: readonly string[],
  media: MediaRef | null,
  { instanceId, turn }: Of,
): Prepared {
  const { templateId, ...template } = materials.templateOf(id);
  const file = media ? materials.fileOf(media) : null;
  const message: RunMessage = {
    template,
    media: file ? { fileName: file.name, type: file.type, url: `/e/enterprise/files/${file.id}` } : null,
    cards: [],
    mapping: [],
  };
  const buttons = template.components.find((component) => component.type === 'BUTTONS')?.buttons ?? [];
  const replies = buttons.flatMap(({ type }, place) => (type === 'QUICK_REPLY' ? [place] : []));
  const payloads = Object.fromEntries(
    replies.flatMap((place, number) => {
      const item = items[number];
      return item === undefined ? [] : [[`buttonPayload/button.${place}`, makePayload({ instance: instanceId, turn, item })]];
    }),
  );
  return {
    content: toOutgoing(message, { ...values, ...payloads }),
    attachment: null,
    template: { templateId, category: template.category },
  };
}

/**
 * A message of a turn as chat and ledger take it; what can be pressed names the walk and the turn.
 * @param templateId of what stands in where free text may not go; null: the message as it is
 * @throws Error with what is not there any more
 */
export function prepare(send: Send, templateId: string | null, of: Of): Prepared[] {
  const { content } = send;
  const { instanceId, turn, materials } = of;
  const payload = (item: string) => makePayload({ instance: instanceId, turn, item });
  if (templateId !== null && content.kind !== 'template') return [toTemplate(materials, templateId, {}, [], null, of)];
  const plain = (made: OutgoingContent): Prepared => ({ content: made, attachment: null, template: null });
  const withMedia = (media: MediaRef | null): Prepared[] => {
    if (!media) return [];
    const file = materials.fileOf(media);
    return [{ content: { kind: 'media', media: toMedia(file, '') }, attachment: file, template: null }];
  };
  switch (content.kind) {
    case 'text':
      return [plain({ kind: 'text', text: content.text, previewUrl: content.showsLink })];
    case 'media': {
      const file = materials.fileOf(content.media);
      return [{ content: { kind: 'media', media: toMedia(file, content.caption) }, attachment: file, template: null }];
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return [plain({ kind: 'location', latitude, longitude, name, address })];
    }
    case 'buttons':
      return [
        ...withMedia(content.media),
        plain({ kind: 'buttons', text: content.text, buttons: content.buttons.map(({ id, title }) => ({ id: payload(id), title })) }),
      ];
    case 'list':
      return [
        ...withMedia(content.media),
        plain({
          kind: 'list',
          text: content.text,
          button: content.button,
          sections: [{ title: '', rows: content.rows.map(({ id, title, description }) => ({ id: payload(id), title, description })) }],
        }),
      ];
    case 'flow': {
      const { text, button, flowId, token, opens } = content;
      return [plain({ kind: 'flow', text, button, flowId, token, opens })];
    }
    case 'template':
      return [toTemplate(materials, content.template, content.values, content.items, content.media, of)];
    case 'cards': {
      const cards = content.cards.map((card) => toCard(card, card.media && materials.fileOf(card.media), payload, content.looks));
      const [only] = content.cards;
      if (!only || cards.length > 1) return [plain({ kind: 'carousel', cards })];
      const attachment = only.media && materials.fileOf(only.media);
      const layout = content.looks ? { layout: content.looks.layout } : {};
      return cards.map((card) => ({ content: { kind: 'card', card, ...layout }, attachment, template: null }));
    }
  }
}
