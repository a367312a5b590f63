import { Badge, Combobox, Group, TextInput, useCombobox } from '@mantine/core';
import { type FormFieldKind, formFieldKinds } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useEffect, useState } from 'react';
import { addLines } from '../editor/form-edits.ts';
import { useFormEditor } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';
import { kindIcons } from './kind-icons.ts';

/** A line typed is a question, Enter the next; a pasted list becomes fields, and `/` chooses the kind. */
export function AddLine({ language, announce }: { language: string; announce: (words: string) => void }) {
  const say = useWords(formWords.outline);
  const sayKind = useWords(formWords.kind);
  const editor = useFormEditor();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<FormFieldKind | undefined>();
  const menu = useCombobox();
  const wanted = text.startsWith('/') ? text.slice(1).trim().toLowerCase() : null;
  const kinds = wanted === null ? [] : formFieldKinds.filter((one) => `${one} ${sayKind(one)}`.toLowerCase().includes(wanted));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of other kinds is the one that Enter takes
  useEffect(() => {
    if (kinds.length === 0) return menu.closeDropdown();
    menu.openDropdown();
    menu.selectFirstOption();
  }, [wanted, kinds.length]);

  const add = (lines: string) => {
    const { document, chosen } = editor.getState();
    const done = addLines(document, lines, chosen, { language, kind });
    const last = done.added.at(-1);
    if (!last || !editor.change(done.document)) return announce(say('full'));
    editor.choose({ field: last.id });
    announce(say('added', { count: done.added.length, label: Object.values(last.label)[0] ?? '' }));
    setText('');
    setKind(undefined);
  };
  return (
    <Combobox
      store={menu}
      position="top-start"
      onOptionSubmit={(value) => {
        setKind(formFieldKinds.find((one) => one === value));
        setText('');
      }}
    >
      <Combobox.Target>
        <TextInput
          label={say('addLine')}
          description={say('addHow')}
          value={text}
          maxLength={wanted === null ? 2000 : 40}
          leftSectionWidth={kind ? 112 : undefined}
          leftSection={kind && <Badge variant="light">{sayKind(kind)}</Badge>}
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (!/\n/.test(pasted.trim())) return;
            event.preventDefault();
            add(pasted);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '') setKind(undefined);
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || wanted !== null) return;
            event.preventDefault();
            if (text.trim() !== '') add(text);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={kinds.length === 0} mah={280} style={{ overflow: 'auto' }}>
        <Combobox.Options aria-label={say('kinds')}>
          {kinds.map((one) => {
            const Icon = kindIcons[one];
            return (
              <Combobox.Option key={one} value={one}>
                <Group gap={8} wrap="nowrap">
                  <Icon size={16} aria-hidden />
                  {sayKind(one)}
                </Group>
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
