import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import type { NodeType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconDots, IconLink, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type KeyboardEvent, memo } from 'react';
import { removeNodes } from '../editor/edits.ts';
import { useEditor } from '../editor/use-editor.ts';
import { groupColors, groupOf, nodeIcons } from '../nodes/catalogue.ts';
import { typeWord } from '../nodes/summary.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './outline.module.css';

/** Content of a row: only words and numbers, so that an unchanged row is not drawn again. */
export type RowView = {
  id: string;
  place: number;
  depth: number;
  isLink: boolean;
  type: NodeType;
  title: string;
  /** The exit that leads here, in words; null where none does */
  exit: string | null;
  isStart: boolean;
  /** Exits that lead nowhere and should, in words */
  openExits: string;
  errors: number;
  warnings: number;
  isSelected: boolean;
  /** True if Tab comes to this one */
  isFirst: boolean;
};
type Props = RowView & { isReadOnly: boolean; onMove: (event: KeyboardEvent<HTMLElement>, place: number) => void };

export const OutlineRow = memo(function OutlineRow(row: Props) {
  const say = useWords(designerWords.outline);
  const editor = useEditor();
  const { id, place, depth, isLink, type, title, exit, isStart, openExits, errors, warnings } = row;
  const Icon = isLink ? IconLink : nodeIcons[type];
  return (
    <div
      data-row
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={row.isSelected}
      tabIndex={row.isFirst ? 0 : -1}
      className={classes.row}
      data-link={isLink || undefined}
      style={{ paddingInlineStart: 12 + Math.min(depth, 12) * 26 }}
      onFocus={(event) => event.target === event.currentTarget && !isLink && editor.select([id])}
      onClick={() => editor.open(id)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          event.stopPropagation();
          editor.open(id);
        } else row.onMove(event, place);
      }}
    >
      {exit !== null && (
        <Badge size="sm" color="gray" variant="light" className={classes.exit}>
          {exit}
        </Badge>
      )}
      <Icon size={17} aria-hidden color={`var(--mantine-color-${groupColors[groupOf(type)]}-light-color)`} style={{ flex: 'none' }} />
      <Text size="sm" fw={550} truncate>
        {isLink ? say('goesTo', { node: title }) : title}
      </Text>
      {!isLink && (
        <>
          <Text size="xs" c="dimmed" className={classes.type}>
            {typeWord(type)}
          </Text>
          {isStart && (
            <Badge size="sm" color="green" leftSection={<IconPlayerPlayFilled size={9} />}>
              {designerWords.card('start')}
            </Badge>
          )}
          {openExits !== '' && (
            <Badge size="sm" color="orange">
              {say('openExits', { exits: openExits })}
            </Badge>
          )}
          {errors + warnings > 0 && (
            <Badge size="sm" color={errors > 0 ? 'red' : 'yellow'}>
              {designerWords.card('findings', { count: errors + warnings })}
            </Badge>
          )}
          <Group gap={2} ms="auto" wrap="nowrap">
            <RowMenu {...row} />
          </Group>
        </>
      )}
    </div>
  );
});

function RowMenu({ id, title, type, isStart, isReadOnly }: Props) {
  const say = useWords(designerWords.outline);
  const editor = useEditor();
  const shell = useShell();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" tabIndex={-1} aria-label={say('actions', { node: title })} onClick={(event) => event.stopPropagation()}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item onClick={() => editor.open(id)}>{say('open')}</Menu.Item>
        {!isReadOnly && (
          <>
            <Menu.Item onClick={() => shell.askConnect(id)}>{designerWords.nodePanel('connectTo')}</Menu.Item>
            <Menu.Item onClick={() => shell.askAdd({ from: { node: id, exit: '' } })}>{designerWords.nodePanel('addBehind')}</Menu.Item>
            <Menu.Item disabled={isStart || type === 'mark.note'} onClick={() => editor.change([{ kind: 'setStart', start: id }])}>
              {designerWords.nodePanel('makeStart')}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => editor.change(removeNodes(editor.document, [id]))}>
              {designerWords.nodePanel('remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
