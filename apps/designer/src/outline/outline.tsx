import { ActionIcon, Badge, Group, Menu, ScrollArea, Text } from '@mantine/core';
import { exitsOf } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconDots, IconLink, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { countFindings } from '../canvas/flow.ts';
import { removeNodes } from '../editor/edits.ts';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { type OutlineRow, onwardOf, outlineOf } from '../editor/walk.ts';
import { groupColors, groupOf, nodeIcons } from '../nodes/catalogue.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { titleOf, typeWord } from '../nodes/summary.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './outline.module.css';

/** The stream as a tree: the same nodes and all that can be done with them, for whoever reads rather than looks. */
export function Outline() {
  const say = useWords(designerWords.outline);
  const editor = useEditor();
  const shell = useShell();
  const document = useEditorState((state) => state.document);
  const selected = useEditorState((state) => state.selected);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const rows = useMemo(() => outlineOf(document), [document]);
  const counts = useMemo(() => countFindings(shell.findings), [shell.findings]);
  const list = useRef<HTMLDivElement>(null);
  const firstChosen = rows.findIndex(({ id, isLink }) => !isLink && selected.has(id));

  const move = (event: KeyboardEvent<HTMLElement>, place: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = rows[place] as OutlineRow;
    const to =
      event.key === 'ArrowDown'
        ? place + 1
        : event.key === 'ArrowUp'
          ? place - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? rows.length - 1
              : event.key === 'ArrowLeft'
                ? rows.findIndex(({ id, isLink }) => id === row.from && !isLink)
                : event.key === 'ArrowRight' && row.isLink
                  ? rows.findIndex(({ id, isLink }) => id === row.id && !isLink)
                  : -1;
    if (to < 0 || to >= rows.length) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[to]?.focus();
  };

  if (rows.length === 0)
    return (
      <Text c="dimmed" ta="center" mt="xl">
        {say('empty')}
      </Text>
    );
  return (
    <ScrollArea className={classes.outline} type="auto">
      <div ref={list} role="tree" aria-label={say('title')} className={classes.tree}>
        {rows.map((row, place) => {
          const node = nodeOf(document, row.id);
          if (!node) return null;
          const Icon = row.isLink ? IconLink : nodeIcons[node.type];
          const { errors = 0, warnings = 0 } = counts.get(row.id) ?? {};
          const from = nodeOf(document, row.from);
          const open = exitsOf(node).filter(({ needed, id }) => needed && !onwardOf(document, node.id).some(({ exit }) => exit === id));
          const isFirst = document.start === row.id && !row.isLink;
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a node stands in the tree as often as ways lead to it
              key={place}
              data-row
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={!row.isLink && selected.has(row.id)}
              tabIndex={place === Math.max(0, firstChosen) ? 0 : -1}
              className={classes.row}
              data-link={row.isLink || undefined}
              style={{ paddingInlineStart: 12 + Math.min(row.depth, 12) * 26 }}
              onFocus={(event) => event.target === event.currentTarget && !row.isLink && editor.select([row.id])}
              onClick={() => editor.open(row.id)}
              onKeyDown={(event) => {
                if (event.target !== event.currentTarget) return;
                if (event.key === 'Enter') {
                  event.preventDefault();
                  event.stopPropagation();
                  editor.open(row.id);
                } else move(event, place);
              }}
            >
              {from && (
                <Badge size="sm" color="gray" variant="light" className={classes.exit}>
                  {exitLabel(document, from, row.exit)}
                </Badge>
              )}
              <Icon
                size={17}
                aria-hidden
                color={`var(--mantine-color-${groupColors[groupOf(node.type)]}-light-color)`}
                style={{ flex: 'none' }}
              />
              <Text size="sm" fw={550} truncate>
                {row.isLink ? say('goesTo', { node: titleOf(document, node) }) : titleOf(document, node)}
              </Text>
              {!row.isLink && (
                <>
                  <Text size="xs" c="dimmed" className={classes.type}>
                    {typeWord(node.type)}
                  </Text>
                  {isFirst && (
                    <Badge size="sm" color="green" leftSection={<IconPlayerPlayFilled size={9} />}>
                      {designerWords.card('start')}
                    </Badge>
                  )}
                  {open.length > 0 && (
                    <Badge size="sm" color="orange">
                      {say('openExits', { exits: open.map(({ id }) => exitLabel(document, node, id)).join(', ') })}
                    </Badge>
                  )}
                  {errors + warnings > 0 && (
                    <Badge size="sm" color={errors > 0 ? 'red' : 'yellow'}>
                      {designerWords.card('findings', { count: errors + warnings })}
                    </Badge>
                  )}
                  <Group gap={2} ml="auto" wrap="nowrap">
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon
                          size="sm"
                          tabIndex={-1}
                          aria-label={say('actions', { node: titleOf(document, node) })}
                          onClick={(event) => event.stopPropagation()}
                        >
                          <IconDots size={15} />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
                        <Menu.Item onClick={() => editor.open(row.id)}>{say('open')}</Menu.Item>
                        {!isReadOnly && (
                          <>
                            <Menu.Item onClick={() => shell.askConnect(row.id)}>{designerWords.nodePanel('connectTo')}</Menu.Item>
                            <Menu.Item onClick={() => shell.askAdd({ from: { node: row.id, exit: '' } })}>
                              {designerWords.nodePanel('addBehind')}
                            </Menu.Item>
                            <Menu.Item
                              disabled={isFirst || node.type === 'mark.note'}
                              onClick={() => editor.change([{ kind: 'setStart', start: row.id }])}
                            >
                              {designerWords.nodePanel('makeStart')}
                            </Menu.Item>
                            <Menu.Item color="red" onClick={() => editor.change(removeNodes(editor.document, [row.id]))}>
                              {designerWords.nodePanel('remove')}
                            </Menu.Item>
                          </>
                        )}
                      </Menu.Dropdown>
                    </Menu>
                  </Group>
                </>
              )}
            </div>
          );
        })}
      </div>
    </ScrollArea>
  );
}
