import { formatNumber, formatShare } from '@parley/ui/format';
import { edgeKey, type Mark, type Marks, noMarks } from '../canvas/marks.ts';
import type { Figures, NodeFigures } from '../frame/page-link.ts';
import { designerWords } from '../words.ts';

/** Parts of its walks from which on a node loses some, and many. */
const some = 0.05;
const many = 0.25;

const toneOf = ({ entered, dropped }: NodeFigures): Mark['tone'] => {
  const share = entered === 0 ? 0 : dropped / entered;
  return share >= many ? 'losingMuch' : share >= some ? 'losing' : 'kept';
};

/** Zeros are left out: a card has room for what there is. */
function wordsOf(figures: NodeFigures): string {
  const say = designerWords.figures;
  const parts = (['left', 'waiting', 'finished', 'dropped'] as const).filter((part) => figures[part] > 0);
  return (['entered', ...parts] as const).map((part) => say(part, { [part]: formatNumber(figures[part]) } as never)).join(' · ');
}

/** The marks of the canvas: nodes are shaded by how many drop out, edges are as wide as their part, and both say so in words. */
export function toMarks(figures: Figures | null): Marks {
  if (!figures) return noMarks;
  return {
    nodes: new Map(Object.entries(figures.nodes).map(([id, one]) => [id, { tone: toneOf(one), text: wordsOf(one) }])),
    edges: new Map(),
    weights: new Map(
      figures.edges.map(({ node, exit, count, share }) => [
        edgeKey(node, exit),
        { share, text: count === 0 ? '' : `${formatShare(share, 0)} · ${formatNumber(count)}` },
      ]),
    ),
  };
}
