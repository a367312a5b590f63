import { Button, Group, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core';
import { channelTypes } from '@parley/contract/channel/channel-types';
import { type FormField, type FormFinding, fieldsOf, formFieldKinds, hasOptions, isAsked, isOfFiles } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconTrash } from '@tabler/icons-react';
import { useForm } from '../../fields/form-context.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { Section } from '../../fields/section.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { removeField, setField, setKind } from '../editor/form-edits.ts';
import { useFormEditor, useFormState } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';
import { ConditionSource } from './condition-source.tsx';
import { OptionsField } from './options-field.tsx';

type Props = { field: FormField; findings: readonly FormFinding[]; wordsOf: (finding: FormFinding) => string };
const checkParts = ['check', 'checkText', 'least', 'most', 'pattern'];
const keptParts = ['prefill', 'saveTo', 'consentFor'];

/** Everything of one field. */
export function FieldSettings({ field, findings, wordsOf }: Props) {
  const say = useWords(formWords.setting);
  const sayKind = useWords(formWords.kind);
  const editor = useFormEditor();
  const { document, isReadOnly } = useFormState();
  const { language } = useForm();
  const set = (changes: Partial<FormField>) =>
    editor.change(setField(editor.document, field.id, changes), `${field.id} ${Object.keys(changes).join()}`);
  const all = fieldsOf(document);
  const above = all
    .slice(
      0,
      all.findIndex(({ id }) => id === field.id),
    )
    .filter(({ name }) => name !== '');
  const asks = isAsked(field);
  const has = (parts: readonly string[]) => findings.some(({ part }) => parts.some((one) => part === one || part.startsWith(`${one}.`)));
  const faultAt = (part: string) =>
    findings
      .filter((one) => one.part === part)
      .map(wordsOf)
      .join(' ') || undefined;
  return (
    <Stack gap="md">
      {field.kind !== 'hidden' && (
        <TextField
          label={field.kind === 'note' ? say('noteText') : field.kind === 'consent' ? say('consentText') : say('label')}
          maxLength={200}
          value={field.label}
          onChange={(label) => set({ label })}
        />
      )}
      <Select
        label={say('kind')}
        readOnly={isReadOnly}
        allowDeselect={false}
        searchable
        data={formFieldKinds.map((kind) => ({ value: kind, label: sayKind(kind) }))}
        value={field.kind}
        onChange={(next) => {
          const kind = formFieldKinds.find((one) => one === next);
          if (kind && kind !== field.kind) editor.change(setKind(editor.document, field, kind));
        }}
      />
      {asks && <TextField label={say('help')} maxLength={1000} value={field.help} onChange={(help) => set({ help })} />}
      {field.kind === 'picture' && (
        <RefField label={say('picture')} kind="media" isOptional value={field.picture} onChange={(picture) => set({ picture })} />
      )}
      {hasOptions(field) && <OptionsField field={field} fault={faultAt('options')} onChange={(options) => set({ options })} />}
      {field.kind === 'rating' && (
        <NumberField
          label={say('steps')}
          least={3}
          most={10}
          value={field.steps}
          onChange={(steps) => set({ steps: Math.min(10, steps) })}
        />
      )}
      {asks && <RequiredField field={field} above={above} onChange={(required) => set({ required })} />}
      {field.kind !== 'hidden' && (
        <ConditionSource label={say('visibleIf')} value={field.visibleIf} fields={above} onChange={(visibleIf) => set({ visibleIf })} />
      )}
      {field.kind !== 'note' && field.kind !== 'picture' && (
        <TextInput
          label={say('name')}
          description={say('nameWhy')}
          value={field.name}
          readOnly={isReadOnly}
          maxLength={60}
          spellCheck={false}
          error={faultAt('name')}
          onChange={(event) => {
            const name = event.currentTarget.value;
            if (name === '' || /^[a-z][a-zA-Z0-9_]*$/.test(name)) set({ name });
          }}
        />
      )}
      {asks && (
        <Section title={say('checks')} isOpenAtFirst={has(checkParts)} hint={field.check || field.least || field.most || field.pattern}>
          <SourceField
            isOptional
            label={say('check')}
            description={say('checkWhy')}
            value={field.check}
            onChange={(check) => set({ check })}
          />
          <TextField label={say('checkText')} value={field.checkText} onChange={(checkText) => set({ checkText })} />
          <Group grow align="flex-start">
            <SourceField isOptional label={say(boundWord(field, 'least'))} value={field.least} onChange={(least) => set({ least })} />
            <SourceField isOptional label={say(boundWord(field, 'most'))} value={field.most} onChange={(most) => set({ most })} />
          </Group>
          {(field.kind === 'text' || field.kind === 'longText') && (
            <TextInput
              label={say('pattern')}
              description={say('patternWhy')}
              value={field.pattern}
              readOnly={isReadOnly}
              maxLength={500}
              spellCheck={false}
              error={faultAt('pattern')}
              onChange={(event) => set({ pattern: event.currentTarget.value })}
            />
          )}
        </Section>
      )}
      {(asks || field.kind === 'hidden') && (
        <Section title={say('kept')} isOpenAtFirst={has(keptParts)} hint={field.saveTo?.name ?? field.prefill}>
          <SourceField
            isOptional
            label={say('prefill')}
            description={say('prefillWhy')}
            value={field.prefill}
            onChange={(prefill) => set({ prefill })}
          />
          {field.prefill !== '' && (
            <Switch
              label={say('showsByLink')}
              description={say('showsByLinkWhy')}
              disabled={isReadOnly}
              checked={field.showsByLink}
              onChange={(event) => set({ showsByLink: event.currentTarget.checked })}
            />
          )}
          {!isOfFiles(field) && (
            <RefField isOptional label={say('saveTo')} kind="attribute" value={field.saveTo} onChange={(saveTo) => set({ saveTo })} />
          )}
          {field.saveTo && (
            <SegmentedControl
              size="xs"
              aria-label={say('saveRule')}
              readOnly={isReadOnly}
              value={field.saveRule}
              onChange={(rule) => set({ saveRule: rule === 'always' ? 'always' : 'ifEmpty' })}
              data={[
                { value: 'ifEmpty', label: say('ifEmpty') },
                { value: 'always', label: say('overwrites') },
              ]}
            />
          )}
          {field.kind === 'consent' && (
            <Select
              label={say('consentFor')}
              description={say('consentForWhy')}
              clearable
              readOnly={isReadOnly}
              data={Object.keys(channelTypes).map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))}
              value={field.consentFor || null}
              onChange={(next) => set({ consentFor: next ?? '' })}
            />
          )}
          <Switch
            label={say('isSensitive')}
            description={say('isSensitiveWhy')}
            disabled={isReadOnly}
            checked={field.isSensitive}
            onChange={(event) => set({ isSensitive: event.currentTarget.checked })}
          />
        </Section>
      )}
      {!isReadOnly && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => editor.change(removeField(editor.document, field.id))}
        >
          {say('removeField', { label: field.label[language] ?? field.name })}
        </Button>
      )}
    </Stack>
  );
}

/** The bounds of words and files are counts, those of numbers and days the value. */
function boundWord({ kind }: FormField, bound: 'least' | 'most') {
  if (kind === 'text' || kind === 'longText') return `${bound}Characters` as const;
  return kind === 'choices' || kind === 'file' || kind === 'photo' ? (`${bound}Count` as const) : bound;
}

function RequiredField({
  field,
  above,
  onChange,
}: {
  field: FormField;
  above: readonly FormField[];
  onChange: (required: string) => void;
}) {
  const say = useWords(formWords.setting);
  const { isReadOnly } = useForm();
  const kind = field.required === '' ? 'no' : field.required === 'true' ? 'always' : 'if';
  return (
    <Stack gap={6}>
      <SegmentedControl
        size="xs"
        aria-label={say('required')}
        readOnly={isReadOnly}
        value={kind}
        onChange={(next) => onChange(next === 'no' ? '' : next === 'always' ? 'true' : field.visibleIf || 'false')}
        data={[
          { value: 'no', label: say('optional') },
          { value: 'always', label: say('required') },
          { value: 'if', label: say('requiredIf') },
        ]}
      />
      {kind === 'if' && (
        <ConditionSource
          label={say('requiredIf')}
          value={field.required === 'false' ? '' : field.required}
          fields={above}
          onChange={(next) => onChange(next || 'false')}
        />
      )}
    </Stack>
  );
}
