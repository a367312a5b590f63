import type { Document, Finding } from '@parley/journey';
import { Position } from '@xyflow/react';
import { nodeOf } from '../editor/index-of.ts';
import { cardViewOf } from './card-view.ts';
import { entryTop, placeOf } from './geometry.ts';
import { edgeKey, type Marks } from './marks.ts';
import type { CardNode } from './node-card.tsx';
import type { Way } from './way.tsx';

export type Counts = ReadonlyMap<string, { errors: number; warnings: number }>;

export function countFindings(findings: readonly Finding[]): Counts {
  const counts = new Map<string, { errors: number; warnings: number }>();
  for (const { node, level } of findings) {
    const count = counts.get(node) ?? { errors: 0, warnings: 0 };
    count[level === 'error' ? 'errors' : 'warnings'] += 1;
    counts.set(node, count);
  }
  return counts;
}

const handleSize = 12;

type Shown = { document: Document; selected: ReadonlySet<string>; counts: Counts; marks: Marks; isEditable: boolean };

/** The nodes as the canvas takes them. What is as before stays the same object, so that its card is not drawn again. */
export function toCards({ document, selected, counts, marks, isEditable }: Shown, before: ReadonlyMap<string, CardNode>): CardNode[] {
  return document.nodes.map((node, place) => {
    const view = cardViewOf(document, node);
    const [x, y] = placeOf(document, node.id, place);
    const { errors = 0, warnings = 0 } = counts.get(node.id) ?? {};
    const mark = marks.nodes.get(node.id);
    const isStart = document.start === node.id;
    const isSelected = selected.has(node.id);
    const former = before.get(node.id);
    const isSame =
      former !== undefined &&
      former.data.view === view &&
      former.data.isStart === isStart &&
      former.data.errors === errors &&
      former.data.warnings === warnings &&
      former.data.mark?.tone === mark?.tone &&
      former.data.mark?.text === mark?.text &&
      former.data.isEditable === isEditable;
    if (isSame && former.position.x === x && former.position.y === y && former.selected === isSelected) return former;
    const { width, height, exitTops } = view.size;
    return {
      id: node.id,
      type: 'card',
      position: { x, y },
      data: isSame ? former.data : { view, isStart, errors, warnings, mark, isEditable },
      selected: isSelected,
      draggable: isEditable,
      width,
      height,
      // Known before anything is drawn: ways between nodes that are out of sight have their ends.
      handles: [
        {
          type: 'target',
          position: Position.Left,
          x: -handleSize / 2,
          y: entryTop - handleSize / 2,
          width: handleSize,
          height: handleSize,
        },
        ...exitTops.map(({ id, y: top }) => ({
          id,
          type: 'source' as const,
          position: Position.Right,
          x: width - handleSize / 2,
          y: top - handleSize / 2,
          width: handleSize,
          height: handleSize,
        })),
      ],
      ariaLabel: ariaLabelOf(view.title, view.typeName),
    };
  });
}

const ariaLabelOf = (title: string, type: string) => (title === type ? title : `${type}: ${title}`);

const quiet = new Set(['error', 'failed', 'refused', 'unknown', 'timeout', 'invalid']);

export function toWays(
  document: Document,
  marks: Marks,
  onInsert: ((id: string) => void) | undefined,
  before: ReadonlyMap<string, Way>,
): Way[] {
  return document.edges.flatMap(({ from, exit, to }): Way[] => {
    const node = nodeOf(document, from);
    if (!node || !nodeOf(document, to)) return [];
    const id = edgeKey(from, exit);
    const tone = marks.edges.get(id);
    const weight = marks.weights?.get(id);
    const former = before.get(id);
    const isSame = former?.data?.tone === tone && former?.data?.weight === weight && former?.data?.onInsert === onInsert;
    if (former && former.target === to && isSame) return [former];
    return [
      {
        id,
        type: 'way',
        source: from,
        sourceHandle: exit,
        target: to,
        data: { tone, weight, isQuiet: quiet.has(exit), onInsert },
      },
    ];
  });
}
