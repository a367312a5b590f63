import { languagesOfCard, partsOf, RichCardDocument, type RichCardPart, richCardFaults, richCardLimits } from '@parley/contract';
import { findFreeName } from '#platform/bin/free-name.ts';
import type { Packable } from '../../../packable.ts';
import { findCard, findCardByName, isCardName, listCardRows } from './card.repository.ts';
import { cardNotFound, createCard, removeCard, updateCard } from './card.service.ts';

type PackedMedium = { ref: 'media'; id: string; name: string } | null;
type Medium = RichCardPart['media'];

/** A card with the medium of each part changed. */
const withMedia = <From, To>(card: { media: From; cards: readonly { media: From }[] }, change: (media: From) => To): object => ({
  ...card,
  media: change(card.media),
  cards: card.cards.map((part) => ({ ...part, media: change(part.media) })),
});
const wrap = (media: Medium): PackedMedium => media && { ref: 'media', id: media.id, name: media.name };
/** A medium that this enterprise has not is left away. */
const unwrap = (media: PackedMedium): Medium => (media && media.id !== '' ? { id: media.id, name: media.name } : null);

type PackedCard = Parameters<typeof withMedia<PackedMedium, Medium>>[0];
const isPackedMedium = (given: unknown): boolean =>
  given === null || (typeof given === 'object' && 'ref' in given && given.ref === 'media' && 'id' in given && 'name' in given);

function parse(given: unknown): RichCardDocument {
  return RichCardDocument.parse(withMedia(given as PackedCard, unwrap));
}

export const packableCard: Packable = {
  kind: 'card',
  longestName: richCardLimits.nameLength,
  ref: 'card',
  rights: { view: ['RICHCARDS.VIEW'], create: ['RICHCARDS.CREATE'], edit: ['RICHCARDS.EDIT'], remove: ['RICHCARDS.DELETE'] },
  async list(tx, enterpriseId, { name, limit }) {
    const rows = await listCardRows(tx, enterpriseId, { name, kind: '', from: 0, limit });
    return rows.map((row) => ({ id: row.cardId, name: row.name }));
  },
  async pack(tx, enterpriseId, id) {
    const row = await findCard(tx, enterpriseId, id);
    return row && { name: row.name, content: withMedia(row.document, wrap) };
  },
  read(given) {
    const { media, cards } = given as { media?: unknown; cards?: unknown };
    const parts = Array.isArray(cards) ? (cards as { media?: unknown }[]) : undefined;
    if (!parts || !isPackedMedium(media) || !parts.every((part) => isPackedMedium(part?.media))) return { fault: 'It is no rich card.' };
    const read = RichCardDocument.safeParse(withMedia(given as PackedCard, () => null));
    if (!read.success) return { fault: [read.error.issues[0]?.path.join('.'), read.error.issues[0]?.message].filter(Boolean).join(': ') };
    const [fault] = richCardFaults(read.data).filter(({ code }) => code !== 'card.empty');
    if (fault) return { fault: `${fault.field}: ${fault.message}` };
    const steps = partsOf<RichCardPart>(read.data).map(
      ({ title, description }) => Object.values(title)[0] ?? Object.values(description)[0] ?? '',
    );
    return { languages: languagesOfCard(read.data), steps: steps.filter((step) => step !== ''), tests: 0 };
  },
  findByName: (tx, enterpriseId, { name }) => findCardByName(tx, enterpriseId, name),
  freeName: (tx, enterpriseId, { name }) =>
    findFreeName(name.slice(0, richCardLimits.nameLength), (candidate) => isCardName(tx, enterpriseId, candidate), {
      longest: richCardLimits.nameLength,
      suffix: (turn) => ` (${turn + 1})`,
    }),
  create: async (ctx, _tx, { name, content }) => (await createCard(ctx, { ...parse(content), name })).id,
  async change(ctx, tx, id, content) {
    const row = await findCard(tx, ctx.enterpriseId, id);
    if (!row) throw cardNotFound();
    await updateCard(ctx, id, { ...parse(content), name: row.name, version: row.version });
  },
  remove: removeCard,
  // A stream copies a card, and the card's own deletion names the streams.
  liveUses: () => Promise.resolve([]),
};
