import {
  type CardPreview,
  type ChannelType,
  languagesOfCard,
  partsOf,
  previewedTypes,
  type RichCardDocument,
  type RichCardPart,
  richCardFaults,
  type ShownMessage,
} from '@parley/contract';
import { reduceCard, shapeOfType } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { type LibraryMedium, listLibraryMedia } from '../../file/door.ts';
import { eventLink } from './card.event.ts';
import { findCard } from './card.repository.ts';
import { cardNotFound } from './card.service.ts';

type Asked = { language: string; values: Readonly<Record<string, string>> };
type Sent = ReturnType<typeof reduceCard>['contents'][number];
type Item = Extract<ShownMessage, { kind: 'buttons' }>['items'][number];

export const mediaOf = (card: RichCardDocument): string[] => [
  ...new Set(partsOf<RichCardPart>(card).flatMap(({ media }) => (media ? [media.id] : []))),
];

const readMedia = async (ctx: Ctx, tx: Read, card: RichCardDocument): Promise<Map<string, LibraryMedium>> =>
  new Map((await listLibraryMedia(tx, ctx.enterpriseId, mediaOf(card))).map((one) => [one.artifactId, one]));

/** Shows a card on a type of channel. Variables without a value show their samples. */
function show(ctx: Ctx, media: ReadonlyMap<string, LibraryMedium>, card: RichCardDocument, type: ChannelType, asked: Asked): CardPreview {
  const language = asked.language || languagesOfCard(card)[0] || 'en';
  const values = { ...Object.fromEntries(card.variables.map(({ name, sample }) => [name, sample])), ...asked.values };
  const { level, contents, lost } = reduceCard(card, shapeOfType(type), values, language, (event) => eventLink(ctx, event));
  const presentMedium = (id: string | null): { url: string; name: string; type: string } | null => {
    if (id === null) return null;
    const found = media.get(id);
    return found ? { url: ctx.fileUrl(found.fileId), name: found.name, type: found.type } : { url: '', name: '', type: '' };
  };
  return { channelType: type, level, contents: contents.map((content) => presentContent(content, presentMedium)), lost };
}

const reply = ({ title }: { title: string }): Item => ({ title, kind: 'reply' });

function presentContent(content: Sent, medium: (id: string | null) => { url: string; name: string; type: string } | null): ShownMessage {
  const idOf = (media: { kind: string; id?: string } | null): string | null => media?.id ?? null;
  switch (content.kind) {
    case 'media':
      return { kind: 'media', media: medium(idOf(content.media)), text: content.caption };
    case 'buttons':
      return { kind: 'buttons', media: medium(idOf(content.media)), text: content.text, items: content.buttons.map(reply) };
    case 'list':
      return { kind: 'list', text: content.text, button: content.button, items: content.rows.map(reply) };
    case 'cards': {
      const { height, layout } = content.looks ?? { height: 'medium', layout: 'vertical' };
      const cards = content.cards.map(({ title, text, media, items }) => ({
        title,
        text,
        media: medium(idOf(media)),
        items: items.map((item): Item => ({ title: item.title, kind: item.action.kind })),
      }));
      return { kind: 'cards', height, layout, cards };
    }
    default:
      return { kind: 'text', text: content.kind === 'text' ? content.text : '' };
  }
}

/** @throws DomainError rich_card.not_found */
export const previewCard = (ctx: Ctx, { id, channelType, ...asked }: Asked & { id: string; channelType: number }): Promise<CardPreview> =>
  ctx.read(async (tx) => {
    const row = await findCard(tx, ctx.enterpriseId, id);
    if (!row) throw cardNotFound();
    return show(ctx, await readMedia(ctx, tx, row.document), row.document, channelType as ChannelType, asked);
  });

/** Shows a card that is not saved on every type of channel, with the faults that keep it from being saved. */
export const previewUnsaved = (ctx: Ctx, { language, values, ...card }: RichCardDocument & Asked) =>
  ctx.read(async (tx) => {
    const media = await readMedia(ctx, tx, card);
    const hasParts = partsOf<RichCardPart>(card).length > 0;
    return {
      previews: hasParts ? previewedTypes.map((type) => show(ctx, media, card, type, { language, values })) : [],
      faults: richCardFaults(card),
    };
  });
