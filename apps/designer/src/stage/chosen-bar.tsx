import { ActionIcon, Menu } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { IconAlignLeft, IconCopy, IconTrash } from '@tabler/icons-react';
import classes from '../designer.module.css';
import { copyText } from '../editor/copy.ts';
import { type Align, align } from '../editor/edits.ts';
import { useEditor } from '../editor/use-editor.ts';
import { designerWords } from '../words.ts';
import type { NodeActs } from './use-node-acts.ts';

/** Actions on several nodes at once. */
export function ChosenBar({ ids, acts: { arrangeNodes, put, remove } }: { ids: readonly string[]; acts: NodeActs }) {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  return (
    <div className={classes.chosen}>
      {say('chosen', { count: ids.length })}
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={say('align')}>
            <IconAlignLeft size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['left', 'top', 'spreadAcross', 'spreadDown'] as const).map((how: Align) => (
            <Menu.Item key={how} onClick={() => editor.change(align(editor.document, ids, how))}>
              {say(`align_${how}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void arrangeNodes()}>{say('arrangeChosen')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon aria-label={say('duplicate')} onClick={() => put(copyText(editor.document, ids))}>
        <IconCopy size={17} />
      </ActionIcon>
      <ActionIcon aria-label={designerWords.nodePanel('remove')} onClick={() => remove(ids)}>
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  );
}
