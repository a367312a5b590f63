import { type Document, exitsOf } from '@parley/journey';
import type { Counts } from '../canvas/flow.ts';
import { nodeOf } from '../editor/index-of.ts';
import { onwardOf, outlineOf } from '../editor/order.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { titleOf } from '../nodes/summary.ts';
import type { RowView } from './outline-row.tsx';

/** The rows of an outline in words, each with the node that its own hangs on. */
export function rowViewsOf(document: Document, selected: ReadonlySet<string>, counts: Counts): (RowView & { from: string })[] {
  const rows = outlineOf(document);
  const firstChosen = Math.max(
    0,
    rows.findIndex(({ id, isLink }) => !isLink && selected.has(id)),
  );
  return rows.flatMap(({ id, exit, depth, isLink, from: parent }, place) => {
    const node = nodeOf(document, id);
    if (!node) return [];
    const from = nodeOf(document, parent);
    const { errors = 0, warnings = 0 } = counts.get(id) ?? {};
    const led = new Set(onwardOf(document, id).map((onward) => onward.exit));
    const open = isLink ? [] : exitsOf(node).filter((one) => (one.needed || node.type === 'data.http') && !led.has(one.id));
    return [
      {
        id,
        from: parent,
        place,
        depth,
        isLink,
        type: node.type,
        title: titleOf(document, node),
        exit: from ? exitLabel(document, from, exit) : null,
        isStart: document.start === id && !isLink,
        openExits: open.map((one) => exitLabel(document, node, one.id)).join(', '),
        errors,
        warnings,
        isSelected: !isLink && selected.has(id),
        isFirst: place === firstChosen,
      },
    ];
  });
}
