import { BaseEdge, type EdgeProps, type Edge as FlowEdge } from '@xyflow/react';
import { type CSSProperties, memo } from 'react';
import classes from './canvas.module.css';
import { pathOf } from './edge-path.ts';
import type { MarkTone, Weight } from './marks.ts';

const [thinnest, widest] = [1.5, 12];

export type WayData = {
  tone: MarkTone | undefined;
  weight: Weight | undefined;
  isQuiet: boolean;
  onInsert: ((id: string) => void) | undefined;
};
export type Way = FlowEdge<WayData, 'way'>;

/** A way from an exit to a node, with what puts another node between the two. */
export const WayLine = memo(function WayLine({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps<Way>) {
  const { path, x, y } = pathOf({ sourceX, sourceY, targetX, targetY });
  const weight = data?.weight;
  return (
    <g
      className={classes.way}
      data-tone={data?.tone}
      data-quiet={data?.isQuiet || undefined}
      data-weighed={weight === undefined ? undefined : true}
      style={weight && ({ '--thickness': thinnest + (widest - thinnest) * weight.share } as CSSProperties)}
    >
      <BaseEdge path={path} interactionWidth={18} />
      {weight && weight.text !== '' && (
        <text className={classes.weight} x={x} y={y - 8} textAnchor="middle">
          {weight.text}
        </text>
      )}
      {data?.onInsert && <Plus x={x} y={y} onInsert={() => data.onInsert?.(id)} />}
    </g>
  );
});

function Plus({ x, y, onInsert }: { x: number; y: number; onInsert: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: with keys a node is put in by the menu of the node before it
    <g className={classes.plus} transform={`translate(${x} ${y})`} onClick={onInsert}>
      <circle r={10} />
      <path d="M-4 0H4M0 -4V4" />
    </g>
  );
}
