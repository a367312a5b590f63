import { ActionIcon } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { IconX } from '@tabler/icons-react';
import { type Node as FlowNode, type NodeProps, NodeResizeControl } from '@xyflow/react';
import { type KeyboardEvent, memo, useState } from 'react';
import { designerWords } from '../words.ts';
import classes from './canvas.module.css';
import { grid, noteSize } from './geometry.ts';

type Size = readonly [number, number];
export type NoteData = {
  text: string;
  size: Size;
  isEditable: boolean;
  onText: (text: string) => void;
  /** @param change of the size as it is now; @param key changes of the same one that follow each other are one step back */
  onSize: (change: (size: Size) => Size, key: string) => void;
  onRemove: () => void;
};
export type NoteNode = FlowNode<NoteData, 'note'>;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-grid, 0],
  ArrowRight: [grid, 0],
  ArrowUp: [0, -grid],
  ArrowDown: [0, grid],
};
const [leastWidth, leastHeight] = noteSize.least;
const [mostWidth, mostHeight] = noteSize.most;

/** A note beside the nodes, for whoever builds the stream. */
export const NoteCard = memo(function NoteCard({ id, data }: NodeProps<NoteNode>) {
  const say = useWords(designerWords.card);
  const [width, height] = data.size;
  // The canvas follows what is typed a moment later: until then the words would jump back.
  const [typed, setTyped] = useState<string | null>(null);
  const nudge = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    // The canvas would take an arrow key to another node.
    event.stopPropagation();
    data.onSize(([across, down]) => [across + step[0], down + step[1]], `size ${id}`);
  };
  return (
    <div className={classes.note}>
      <textarea
        className={`${classes.noteText} nodrag nowheel`}
        aria-label={say('note')}
        placeholder={say('notePlaceholder')}
        maxLength={2000}
        readOnly={!data.isEditable}
        value={typed ?? data.text}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          data.onText(event.currentTarget.value);
        }}
        onBlur={() => setTyped(null)}
      />
      {data.isEditable && (
        <>
          <ActionIcon className={classes.noteRemove} size="xs" aria-label={say('removeNote')} onClick={data.onRemove}>
            <IconX size={12} />
          </ActionIcon>
          <NodeResizeControl
            className={classes.noteCorner ?? ''}
            position="bottom-right"
            autoScale={false}
            minWidth={leastWidth}
            minHeight={leastHeight}
            maxWidth={mostWidth}
            maxHeight={mostHeight}
            onResizeEnd={(_, size) => data.onSize(() => [size.width, size.height], '')}
          >
            <button
              type="button"
              className={classes.noteGrip}
              aria-label={say('resizeNote', { width: Math.round(width), height: Math.round(height) })}
              title={say('resizeNote', { width: Math.round(width), height: Math.round(height) })}
              onKeyDown={nudge}
            >
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <path d="M9 1 1 9M9 5 5 9" />
              </svg>
            </button>
          </NodeResizeControl>
        </>
      )}
    </div>
  );
});
