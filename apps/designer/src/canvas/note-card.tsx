import { ActionIcon } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { IconX } from '@tabler/icons-react';
import type { Node as FlowNode, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { designerWords } from '../words.ts';
import classes from './canvas.module.css';

export type NoteData = { text: string; isEditable: boolean; onText: (text: string) => void; onRemove: () => void };
export type NoteNode = FlowNode<NoteData, 'note'>;

/** A note beside the nodes, for whoever builds the stream. */
export const NoteCard = memo(function NoteCard({ data }: NodeProps<NoteNode>) {
  const say = useWords(designerWords.card);
  return (
    <div className={classes.note}>
      <textarea
        className={`${classes.noteText} nodrag nowheel`}
        aria-label={say('note')}
        placeholder={say('notePlaceholder')}
        maxLength={2000}
        readOnly={!data.isEditable}
        value={data.text}
        onChange={(event) => data.onText(event.currentTarget.value)}
      />
      {data.isEditable && (
        <ActionIcon className={classes.noteRemove} size="xs" aria-label={say('removeNote')} onClick={data.onRemove}>
          <IconX size={12} />
        </ActionIcon>
      )}
    </div>
  );
});
