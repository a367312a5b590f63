import { Button, Stack, Text } from '@mantine/core';
import type { Document } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { type ComponentProps, memo, type RefObject } from 'react';
import { Canvas } from '../canvas/canvas.tsx';
import classes from '../designer.module.css';
import { useEditorState } from '../editor/use-editor.ts';
import { Outline } from '../parts.ts';
import { designerWords } from '../words.ts';
import { ChosenBar } from './chosen-bar.tsx';
import type { CanvasActs } from './use-canvas-acts.ts';
import type { NodeActs } from './use-node-acts.ts';

/** Not drawn again while a key is pressed in a form: what is typed comes first. */
const StillCanvas = memo(Canvas);

export type StageProps = Pick<ComponentProps<typeof Canvas>, 'counts' | 'marks' | 'isEditable'> & {
  view: 'canvas' | 'outline';
  /** The stream as it is drawn, which a comparison draws otherwise */
  drawn: Document;
  acts: NodeActs;
  canvasActs: CanvasActs;
  onAdd: () => void;
  ref: RefObject<HTMLDivElement | null>;
};

/** The stream in the middle, drawn or as an outline, and what stands upon it. */
export function Stage({ view, drawn, counts, marks, isEditable, acts, canvasActs, onAdd, ref }: StageProps) {
  const say = useWords(designerWords.designer);
  const document = useEditorState((state) => state.document);
  const selected = useEditorState((state) => state.selected);
  return (
    <main className={classes.stage} ref={ref} tabIndex={-1}>
      {view === 'outline' ? (
        <Outline />
      ) : (
        <StillCanvas
          document={drawn}
          selected={selected}
          counts={counts}
          marks={marks}
          isEditable={isEditable}
          label={say('canvas', { name: document.name })}
          {...canvasActs}
        />
      )}
      {selected.size > 1 && isEditable && view === 'canvas' && <ChosenBar ids={[...selected]} acts={acts} />}
      {document.nodes.length === 0 && isEditable && (
        <div className={classes.emptyHint}>
          <Stack align="center" gap="xs">
            <Text c="dimmed">{say('emptyHint')}</Text>
            <Button onClick={onAdd}>{say('addFirst')}</Button>
          </Stack>
        </div>
      )}
    </main>
  );
}
