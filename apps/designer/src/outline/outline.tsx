import { ScrollArea, Text } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { type KeyboardEvent, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { countFindings } from '../canvas/flow.ts';
import { useEditorState } from '../editor/use-editor.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './outline.module.css';
import { OutlineRow } from './outline-row.tsx';
import { rowViewsOf } from './row-views.ts';

/** The stream as a tree: the same nodes and all that can be done with them, for whoever reads rather than looks. */
export function Outline() {
  const say = useWords(designerWords.outline);
  const { language } = useTranslation().i18n;
  const shell = useShell();
  // Typing in a form has priority: the tree follows.
  const document = useDeferredValue(useEditorState((state) => state.document));
  const selected = useEditorState((state) => state.selected);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const counts = useMemo(() => countFindings(shell.findings), [shell.findings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: types and exits are named in the reader's language
  const rows = useMemo(() => rowViewsOf(document, selected, counts), [document, selected, counts, language]);
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(rows);
  shown.current = rows;

  const move = useCallback((event: KeyboardEvent<HTMLElement>, place: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const all = shown.current;
    const row = all[place];
    if (!row) return;
    const to =
      event.key === 'ArrowDown'
        ? place + 1
        : event.key === 'ArrowUp'
          ? place - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? all.length - 1
              : event.key === 'ArrowLeft'
                ? all.findIndex(({ id, isLink }) => id === row.from && !isLink)
                : event.key === 'ArrowRight' && row.isLink
                  ? all.findIndex(({ id, isLink }) => id === row.id && !isLink)
                  : -1;
    if (to < 0 || to >= all.length) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[to]?.focus();
  }, []);

  if (rows.length === 0)
    return (
      <Text c="dimmed" ta="center" mt="xl">
        {say('empty')}
      </Text>
    );
  return (
    <ScrollArea className={classes.outline} type="auto">
      <div ref={list} role="tree" aria-label={say('title')} className={classes.tree}>
        {rows.map(({ from: _, ...row }) => (
          <OutlineRow key={row.place} {...row} isReadOnly={isReadOnly} onMove={move} />
        ))}
      </div>
    </ScrollArea>
  );
}
