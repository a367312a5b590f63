import { Checkbox, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { type FormDocument, type FormFinding, formFaces, formLimits, type FormSettings as Settings } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { NumberField } from '../../fields/number-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { Section } from '../../fields/section.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { languageNames } from '../../nodes/language-names.ts';
import { useFormEditor, useFormState } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';

const computedTypes = ['Text', 'Number', 'Boolean', 'Date', 'List'] as const;
type Computed = FormDocument['computed'][number];

/** Settings of the whole form. */
export function FormSettingsPanel({ findings, wordsOf }: { findings: readonly FormFinding[]; wordsOf: (finding: FormFinding) => string }) {
  const say = useWords(formWords.setting);
  const editor = useFormEditor();
  const { document, isReadOnly } = useFormState();
  const { settings } = document;
  const change = (changes: Partial<FormDocument>) => editor.change({ ...editor.document, ...changes }, Object.keys(changes).join());
  const set = (changes: Partial<Settings>) =>
    editor.change({ ...editor.document, settings: { ...editor.document.settings, ...changes } }, Object.keys(changes).join());
  const known = languageNames();
  const others = document.languages.filter((code) => !known.some((one) => one.code === code)).map((code) => ({ code, name: code }));
  return (
    <Stack gap="md">
      <FormName name={document.name} isReadOnly={isReadOnly} onChange={(name) => change({ name })} />
      <MultiSelect
        label={say('languages')}
        description={say('languagesWhy')}
        searchable
        readOnly={isReadOnly}
        maxValues={formLimits.languages}
        data={[...others, ...known].map(({ code, name }) => ({ value: code, label: name }))}
        value={document.languages}
        onChange={(languages) => languages.length > 0 && change({ languages })}
      />
      <Checkbox.Group
        label={say('faces')}
        value={settings.faces}
        onChange={(faces) => set({ faces: formFaces.filter((one) => faces.includes(one)) })}
      >
        <Stack gap={8} mt={6}>
          {formFaces.map((face) => (
            <Checkbox key={face} value={face} label={say(`face_${face}`)} disabled={isReadOnly} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={say('keepDrafts')}
        readOnly={isReadOnly}
        allowDeselect={false}
        data={(['off', 'afterNotice', 'afterConsent'] as const).map((one) => ({ value: one, label: say(`keep_${one}`) }))}
        value={settings.keepDrafts}
        onChange={(next) => set({ keepDrafts: next === 'off' || next === 'afterConsent' ? next : 'afterNotice' })}
      />
      <NumberField
        label={say('lifeDays')}
        least={1}
        most={90}
        value={settings.lifeDays}
        onChange={(days) => set({ lifeDays: Math.min(90, days) })}
      />
      <TextField label={say('doneText')} value={settings.doneText} onChange={(doneText) => set({ doneText })} />
      <TextField label={say('closedText')} value={settings.closedText} onChange={(closedText) => set({ closedText })} />
      <Section title={say('computed')} isOpenAtFirst={document.computed.length > 0} hint="">
        <Rows
          label={say('computed')}
          description={say('computedWhy')}
          rows={document.computed}
          most={formLimits.computed}
          canMove
          addLabel={say('addComputed')}
          make={(): Computed => ({ name: freeName(document), type: 'Number', source: '0' })}
          onChange={(computed) => change({ computed })}
          draw={(one, setOne) => (
            <ComputedField
              computed={one}
              isReadOnly={isReadOnly}
              fault={
                findings
                  .filter(({ part }) => part === `computed.${one.name}`)
                  .map(wordsOf)
                  .join(' ') || undefined
              }
              onChange={setOne}
            />
          )}
        />
      </Section>
    </Stack>
  );
}

/** A form always has a name: an empty one is typed, and not taken. */
function FormName({ name, isReadOnly, onChange }: { name: string; isReadOnly: boolean; onChange: (name: string) => void }) {
  const say = useWords(formWords.setting);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={say('formName')}
      value={typed ?? name}
      readOnly={isReadOnly}
      maxLength={60}
      required
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next.trim() === '' ? next : null);
        if (next.trim() !== '') onChange(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

type ComputedProps = { computed: Computed; isReadOnly: boolean; fault: string | undefined; onChange: (computed: Computed) => void };

function ComputedField({ computed, isReadOnly, fault, onChange }: ComputedProps) {
  const say = useWords(formWords.setting);
  return (
    <Stack gap={4}>
      <Group gap={4} grow align="flex-start">
        <TextInput
          aria-label={say('name')}
          value={computed.name}
          readOnly={isReadOnly}
          maxLength={60}
          spellCheck={false}
          error={fault}
          onChange={(event) =>
            /^[a-z][a-zA-Z0-9_]*$/.test(event.currentTarget.value) && onChange({ ...computed, name: event.currentTarget.value })
          }
        />
        <Select
          aria-label={say('type')}
          readOnly={isReadOnly}
          allowDeselect={false}
          data={computedTypes.map((type) => ({ value: type, label: say(`type_${type}`) }))}
          value={computed.type}
          onChange={(next) => onChange({ ...computed, type: computedTypes.find((one) => one === next) ?? 'Number' })}
        />
      </Group>
      <SourceField isBare label={say('source')} value={computed.source} onChange={(source) => onChange({ ...computed, source })} />
    </Stack>
  );
}

function freeName({ computed }: FormDocument): string {
  for (let turn = 1; ; turn += 1) if (!computed.some(({ name }) => name === `result${turn}`)) return `result${turn}`;
}
