import { useWords } from '@parley/ui/words';
import { IconAlertTriangle, IconMessage2, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type Node as FlowNode, Handle, type NodeProps, Position } from '@xyflow/react';
import { type CSSProperties, memo } from 'react';
import { groupColors, groupOf, nodeIcons } from '../nodes/catalogue.ts';
import { designerWords } from '../words.ts';
import classes from './canvas.module.css';
import type { CardView } from './card-view.ts';
import { entryTop } from './geometry.ts';
import type { Mark } from './marks.ts';

export type CardData = {
  view: CardView;
  isStart: boolean;
  errors: number;
  warnings: number;
  mark: Mark | undefined;
  isEditable: boolean;
};
export type CardNode = FlowNode<CardData, 'card'>;

/** One node of the stream: what it does, and its exits. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const say = useWords(designerWords.card);
  const { view, isStart, errors, warnings, mark, isEditable } = data;
  const Icon = nodeIcons[view.type];
  const color = groupColors[groupOf(view.type)];
  return (
    <div className={classes.card} data-selected={selected || undefined} data-mark={mark?.tone} style={{ blockSize: view.size.height }}>
      <Handle type="target" position={Position.Left} className={classes.entry} style={{ top: entryTop }} isConnectable={isEditable} />
      <div className={classes.head}>
        <span
          className={classes.icon}
          style={{ '--tile': `var(--mantine-color-${color}-light)`, '--ink': `var(--mantine-color-${color}-light-color)` } as CSSProperties}
        >
          <Icon size={17} stroke={1.8} aria-hidden />
        </span>
        <span className={classes.names}>
          <span className={classes.title}>{view.title}</span>
          {view.title !== view.typeName && <span className={classes.type}>{view.typeName}</span>}
        </span>
        {isStart && (
          <span className={classes.start} title={say('start')}>
            <IconPlayerPlayFilled size={11} aria-hidden /> {say('start')}
          </span>
        )}
        {view.comment !== '' && <IconMessage2 size={15} className={classes.comment} aria-label={view.comment} />}
        {errors + warnings > 0 && (
          <span
            className={classes.badge}
            data-level={errors > 0 ? 'error' : 'warning'}
            title={say('findings', { count: errors + warnings })}
          >
            <IconAlertTriangle size={12} aria-hidden /> {errors + warnings}
          </span>
        )}
      </div>
      {view.summary !== '' && (
        <div className={classes.body} style={{ blockSize: view.size.bodyHeight }}>
          {view.summary}
        </div>
      )}
      {view.exits.map((exit) => (
        <div key={exit.id} className={classes.exit} data-joined={exit.isJoined || undefined} data-needed={exit.isNeeded || undefined}>
          <span className={classes.exitLabel}>{exit.label}</span>
          <Handle type="source" id={exit.id} position={Position.Right} className={classes.handle} isConnectable={isEditable} />
        </div>
      ))}
      {mark && mark.text !== '' && <span className={classes.mark}>{mark.text}</span>}
    </div>
  );
});
