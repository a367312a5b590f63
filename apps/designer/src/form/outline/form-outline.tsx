import { ActionIcon, Button, ScrollArea, Text, Tooltip } from '@mantine/core';
import { type FormFinding, type FormScreen, formLimits } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addScreen, moveField, moveScreen, removeField, removeScreen, stepField, stepScreen } from '../editor/form-edits.ts';
import { useFormEditor, useFormState } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';
import { AddLine } from './add-line.tsx';
import classes from './outline.module.css';
import { OutlineRow } from './outline-row.tsx';

type Props = { language: string; findings: readonly FormFinding[]; announce: (words: string) => void; onOpen: () => void };
type Dragged = { kind: 'field' | 'screen'; id: string };

const wordsIn = (texts: Readonly<Record<string, string>>, language: string): string => texts[language] ?? Object.values(texts)[0] ?? '';

/** Screens and their fields, in their order: what a reader of the screen meets first, and what can be done by keys alone. */
export function FormOutline({ language, findings, announce, onOpen }: Props) {
  const say = useWords(formWords.outline);
  const editor = useFormEditor();
  const { document, chosen, isReadOnly } = useFormState();
  const list = useRef<HTMLOListElement>(null);
  // A row that moves is drawn anew, and keeps the focus.
  const moved = useRef('');
  useEffect(() => {
    if (moved.current !== '') list.current?.querySelector<HTMLElement>(`[data-row="${moved.current}"]`)?.focus();
    moved.current = '';
  });
  const [dragged, setDragged] = useState<Dragged | null>(null);

  const focusBeside = (row: HTMLElement, by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    rows[rows.indexOf(row) + by]?.focus();
  };
  const handleKeys = (event: KeyboardEvent<HTMLElement>, { kind, id }: Dragged, label: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by !== 0 && event.altKey) {
      event.preventDefault();
      const { document: before } = editor;
      const next = kind === 'field' ? stepField(before, id, by) : stepScreen(before, id, by);
      moved.current = id;
      if (editor.change(next)) announce(say(by < 0 ? 'movedUp' : 'movedDown', { label }));
      return;
    }
    if (by !== 0) {
      event.preventDefault();
      focusBeside(event.currentTarget, by);
    }
    if (event.key !== 'Delete' || isReadOnly) return;
    if (kind === 'screen' && editor.document.screens.length < 2) return;
    focusBeside(event.currentTarget, -1);
    editor.change(kind === 'field' ? removeField(editor.document, id) : removeScreen(editor.document, id));
    announce(say('removed', { label }));
  };
  const drop = (event: DragEvent, screen: FormScreen, place: number) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged?.kind === 'field')
      editor.change(moveField(editor.document, dragged.id, { screen: screen.id, place: placeWithout(screen, dragged.id, place) }));
    if (dragged?.kind === 'screen') editor.change(moveScreen(editor.document, dragged.id, editor.document.screens.indexOf(screen)));
    setDragged(null);
  };
  const errorsAt = (screen: string, field: string) =>
    findings.filter((one) => one.level === 'error' && one.screen === screen && one.field === field).length;
  const dragging = (item: Dragged) => ({
    draggable: !isReadOnly,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', item.id);
      setDragged(item);
    },
    onDragEnd: () => setDragged(null),
  });
  const open = (place: { screen?: string; field?: string }) => {
    editor.choose(place);
    onOpen();
  };
  return (
    <nav className={classes.outline} aria-label={say('title')}>
      <div className={classes.head}>
        <Button
          size="compact-sm"
          variant={chosen.screen === '' ? 'light' : 'subtle'}
          color="gray"
          leftSection={<IconSettings size={15} aria-hidden />}
          aria-current={chosen.screen === '' ? 'true' : undefined}
          onClick={() => open({})}
        >
          {say('form')}
        </Button>
        {!isReadOnly && (
          <Tooltip label={say('addScreen')}>
            <ActionIcon
              aria-label={say('addScreen')}
              disabled={document.screens.length >= formLimits.screens}
              onClick={() => {
                const added = addScreen(editor.document, chosen.screen);
                editor.change(added.document);
                open({ screen: added.id });
              }}
            >
              <IconPlus size={17} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <ScrollArea className={classes.rows} type="auto" offsetScrollbars="present">
        <ol ref={list} className={classes.list}>
          {document.screens.map((screen, at) => {
            const title = wordsIn(screen.title, language) || say('screen', { place: at + 1 });
            return (
              <li
                key={screen.id}
                onDragOver={(event) => dragged && event.preventDefault()}
                onDrop={(event) => drop(event, screen, screen.fields.length)}
              >
                <OutlineRow
                  id={screen.id}
                  isHead
                  label={title}
                  isChosen={chosen.screen === screen.id && chosen.field === ''}
                  errors={errorsAt(screen.id, '')}
                  drag={dragging({ kind: 'screen', id: screen.id })}
                  onOpen={() => open({ screen: screen.id })}
                  onKeyDown={(event) => handleKeys(event, { kind: 'screen', id: screen.id }, title)}
                />
                <ol className={classes.list}>
                  {screen.fields.map((field, place) => {
                    const label = wordsIn(field.label, language) || say('noLabel');
                    return (
                      <li
                        key={field.id}
                        data-dragged={dragged?.id === field.id || undefined}
                        onDrop={(event) => drop(event, screen, place)}
                      >
                        <OutlineRow
                          id={field.id}
                          label={label}
                          kind={field.kind}
                          isRequired={field.required !== ''}
                          isConditional={field.visibleIf !== ''}
                          isChosen={chosen.field === field.id}
                          errors={errorsAt(screen.id, field.id)}
                          drag={dragging({ kind: 'field', id: field.id })}
                          onOpen={() => open({ field: field.id })}
                          onKeyDown={(event) => handleKeys(event, { kind: 'field', id: field.id }, label)}
                        />
                      </li>
                    );
                  })}
                </ol>
                {screen.fields.length === 0 && (
                  <Text size="xs" c="dimmed" className={classes.empty}>
                    {say('noFields')}
                  </Text>
                )}
              </li>
            );
          })}
        </ol>
      </ScrollArea>
      {!isReadOnly && (
        <div className={classes.add}>
          <AddLine language={language} announce={announce} />
        </div>
      )}
    </nav>
  );
}

/** A place counted without the field that leaves it. */
function placeWithout({ fields }: FormScreen, id: string, place: number): number {
  const from = fields.findIndex((field) => field.id === id);
  return from >= 0 && from < place ? place - 1 : place;
}
