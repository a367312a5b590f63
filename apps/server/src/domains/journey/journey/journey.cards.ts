import { copyCard, type Document } from '@parley/journey';
import { excuse } from '#platform/audit/trail.ts';
import type { Ctx } from '../../../context.ts';
import { type LibraryCard, readLibraryCard } from '../../channel/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { readKnown } from '../document/journey.compiled.ts';
import { listStreamsNaming } from '../reference/use.repository.ts';
import { isHeld, isMine, storeEdit } from './journey.draft.ts';

type Operation = { kind: 'setNode'; node: Document['nodes'][number] } | { kind: 'removeEdge'; from: string; exit: string };

/** Operations that bring the copies of a card in a document up to date. A suggestion that is gone takes its edge with it. */
function updatesOf(document: Document, card: LibraryCard): Operation[] {
  return document.nodes.flatMap((node): Operation[] => {
    if (node.type !== 'message.card') return [];
    const { library, cards } = node.config;
    if (library?.card.id !== card.id || library.version >= card.version) return [];
    const copy = copyCard(card, library.values);
    const stay = new Set(copy.cards.flatMap(({ items }) => items.flatMap(({ id, action }) => (action.kind === 'reply' ? [id] : []))));
    const gone = cards.flatMap(({ items }) => items.map(({ id }) => id)).filter((id) => !stay.has(id));
    const edges = document.edges.filter(({ from, exit }) => from === node.id && gone.includes(exit));
    return [
      { kind: 'setNode', node: { ...node, config: { ...node.config, ...copy } } },
      ...edges.map(({ from, exit }): Operation => ({ kind: 'removeEdge', from, exit })),
    ];
  });
}

/**
 * Copies a card as it is now into the drafts with an earlier version of it; versions stay as they are. A draft that somebody edits is left.
 * @throws DomainError rich_card.not_found
 */
export const updateCardInDrafts = (ctx: Ctx, cardId: string): Promise<{ updated: number; held: string[] }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const card = await readLibraryCard(tx, enterpriseId, cardId);
    const named = await listStreamsNaming(tx, enterpriseId, { kinds: ['card'], ids: [cardId], which: 'any' });
    const held: string[] = [];
    let updated = 0;
    // Streams are locked in the order of their ids, as everywhere.
    for (const journeyId of named.map((use) => use.journeyId).sort()) {
      const row = await accessJourney(tx, enterpriseId, journeyId, { lock: true });
      const operations = updatesOf(readKnown(row.document), card);
      if (operations.length === 0) continue;
      if (isHeld(row, ctx.now()) && !isMine(ctx, row)) {
        held.push(row.name);
        continue;
      }
      await storeEdit(ctx, tx, row, operations);
      updated += 1;
    }
    if (updated === 0) excuse(tx, 'no draft has an earlier version');
    return { updated, held };
  });
