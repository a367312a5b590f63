import {
  fieldError,
  partsOf,
  type RichCard,
  type RichCardDocument,
  type RichCardPart,
  richCardFaults,
  richCardsMost,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { holdLibraryMedia } from '../../file/door.ts';
import { packCard } from './card.bin.ts';
import { cardRecord } from './card.record.ts';
import { type CardRow, changeCard, countCards, deleteCard, findCard, insertCard, listCardRows, lockCard } from './card.repository.ts';
import { listCardUses } from './card.uses.ts';

export const cardNotFound = () => new DomainError('rich_card.not_found', 'No such rich card.', {});

async function presentCards(ctx: Ctx, tx: Read, rows: readonly CardRow[]): Promise<RichCard[]> {
  const uses = await listCardUses(ctx, tx, rows);
  const names = await findUserNames(
    tx,
    ctx.enterpriseId,
    rows.map(({ updatedBy }) => updatedBy),
  );
  return rows.map((row, place) => {
    const usedIn = uses
      .filter(({ cardId }) => cardId === row.cardId)
      .map(({ id, name, isOlder }) => ({ id, name, kind: 'stream' as const, isOlder }));
    return {
      id: row.cardId,
      name: row.name,
      ...row.document,
      usedIn,
      olderIn: usedIn.filter(({ isOlder }) => isOlder).length,
      updatedAt: row.updatedAt.toISOString(),
      updatedBy: names[place] ?? '',
      version: row.version,
    };
  });
}

async function presentCard(ctx: Ctx, tx: Read, row: CardRow): Promise<RichCard> {
  const [card] = await presentCards(ctx, tx, [row]);
  return card as RichCard;
}

/** A card as a stream copies it. */
export type LibraryCard = RichCardDocument & { id: string; name: string; version: number };

/** @throws DomainError rich_card.not_found */
export async function readLibraryCard(tx: Read, enterpriseId: string, cardId: string): Promise<LibraryCard> {
  const row = await findCard(tx, enterpriseId, cardId);
  if (!row) throw cardNotFound();
  return { ...row.document, id: row.cardId, name: row.name, version: row.version };
}

type ListQuery = { name: string; kind: string; from: number; perPage: number };
export const listCards = (ctx: Ctx, { name, kind, from, perPage }: ListQuery): Promise<{ cards: RichCard[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const rows = await listCardRows(tx, ctx.enterpriseId, { name: name.trim(), kind, from, limit: perPage + 1 });
    return { cards: await presentCards(ctx, tx, rows.slice(0, perPage)), more: rows.length > perPage };
  });

/** @throws DomainError rich_card.not_found */
export const getCard = (ctx: Ctx, cardId: string): Promise<RichCard> =>
  ctx.read(async (tx) => {
    const row = await findCard(tx, ctx.enterpriseId, cardId);
    if (!row) throw cardNotFound();
    return presentCard(ctx, tx, row);
  });

/** Checks a card, and that its media are pictures or films that everybody sees; they stay until the card is saved. */
async function assertCard(ctx: Ctx, tx: Tx, card: RichCardDocument): Promise<RichCardDocument> {
  const named = partsOf<RichCardPart>(card).map(({ media }) => media?.id ?? '');
  const found = new Map(
    (
      await holdLibraryMedia(
        tx,
        ctx.enterpriseId,
        named.filter((id) => id !== ''),
      )
    ).map((one) => [one.artifactId, one.name]),
  );
  const at = (place: number) => (card.kind === 'card' ? 'media' : `cards.${place}.media`);
  const faults = [
    ...richCardFaults(card),
    ...named.flatMap((id, place) => (id === '' || found.has(id) ? [] : [fieldError(at(place), 'card.media')])),
  ];
  if (faults.length > 0)
    throw new DomainError('rich_card.invalid', faults.map(({ field, message }) => `${field}: ${message}`).join(' '), { errors: faults });
  const withName = <P extends RichCardPart>(part: P): P =>
    part.media ? { ...part, media: { id: part.media.id, name: found.get(part.media.id) ?? '' } } : part;
  return card.kind === 'card' ? { ...withName(card), cards: [] } : { ...card, ...noPart, cards: card.cards.map(withName) };
}

const noPart = { title: {}, description: {}, media: null, suggestions: [] };

function nameTaken(error: unknown): unknown {
  if (violatedConstraint(error) !== 'rich_cards_by_name') return error;
  const taken = fieldError('name', 'card.name_taken');
  return new DomainError('rich_card.name_taken', taken.message, { errors: [taken] });
}

type CardSave = RichCardDocument & { name: string };

/** @throws DomainError rich_card.invalid, rich_card.name_taken or rich_card.too_many */
export async function createCard(ctx: Ctx, { name, ...given }: CardSave): Promise<RichCard> {
  const { enterpriseId } = ctx;
  const cardId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      const document = await assertCard(ctx, tx, given);
      if ((await countCards(tx, enterpriseId)) >= richCardsMost)
        throw new DomainError('rich_card.too_many', `At most ${richCardsMost} rich cards are possible.`, { maximum: richCardsMost });
      await creating(
        ctx,
        tx,
        cardRecord,
        () => cardId,
        () =>
          insertCard(tx, {
            enterpriseId,
            cardId,
            name,
            kind: document.kind,
            document: JSON.stringify(document),
            updatedAt: ctx.now(),
            updatedBy: ctx.actor.userId,
          }),
      );
      return presentCard(ctx, tx, (await findCard(tx, enterpriseId, cardId)) as CardRow);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws DomainError rich_card.not_found, record.changed, rich_card.invalid or rich_card.name_taken */
export async function updateCard(ctx: Ctx, cardId: string, { name, version, ...given }: CardSave & { version: number }): Promise<RichCard> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await lockCard(tx, enterpriseId, cardId);
      if (!row) throw cardNotFound();
      await assertVersion(ctx, tx, cardRecord, { id: cardId, version: row.version }, version);
      const document = await assertCard(ctx, tx, given);
      await changing(ctx, tx, cardRecord, cardId, 'edit', () =>
        changeCard(tx, enterpriseId, cardId, {
          name,
          kind: document.kind,
          document: JSON.stringify(document),
          version: row.version + 1,
          updatedAt: ctx.now(),
          updatedBy: ctx.actor.userId,
        }),
      );
      return presentCard(ctx, tx, (await findCard(tx, enterpriseId, cardId)) as CardRow);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** Moves a card into the bin. @throws DomainError rich_card.not_found, or rich_card.in_use while a stream has a copy */
export const removeCard = (ctx: Ctx, cardId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await lockCard(tx, enterpriseId, cardId);
    if (!row) throw cardNotFound();
    const uses = (await listCardUses(ctx, tx, [row])).map(({ name }) => name);
    if (uses.length > 0) throw new DomainError('rich_card.in_use', `This card is used in: ${uses.join(', ')}.`, { uses });
    await ctx.bin.put(tx, ctx.actor.userId, [await packCard(tx, row)]);
    await changing(ctx, tx, cardRecord, cardId, 'delete', () => deleteCard(tx, enterpriseId, cardId));
  });
