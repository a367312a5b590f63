import type { Document, Node, NodeType } from '@parley/journey';
import { i18next } from '@parley/ui/i18n';
import { edgesFrom } from '../editor/index-of.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { summaryOf, typeWord } from '../nodes/summary.ts';
import { type CardSize, cardSize, drawnExits } from './geometry.ts';

/** Content of a card. The object stays the same while its content does, so that an unchanged card is not drawn again. */
export type CardView = {
  type: NodeType;
  title: string;
  typeName: string;
  summary: string;
  comment: string;
  size: CardSize;
  exits: { id: string; label: string; isNeeded: boolean; isJoined: boolean }[];
};

const known = new WeakMap<Node, { key: string; view: CardView }>();

export function cardViewOf(document: Document, node: Node): CardView {
  const joined = new Set(edgesFrom(document, node.id).map(({ exit }) => exit));
  const summary = summaryOf(document, node);
  const key = [i18next.language, document.languages[0], summary, ...joined].join(' ');
  const held = known.get(node);
  if (held?.key === key) return held.view;
  const view: CardView = {
    type: node.type,
    title: node.name || typeWord(node.type),
    typeName: typeWord(node.type),
    summary,
    comment: node.comment,
    size: cardSize(document, node),
    exits: drawnExits(document, node).map(({ id, needed }) => ({
      id,
      label: exitLabel(document, node, id),
      isNeeded: needed,
      isJoined: joined.has(id),
    })),
  };
  known.set(node, { key, view });
  return view;
}
