import { Group, MultiSelect, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { mediaKinds, type VariableType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import type { ReactNode } from 'react';
import { newId } from '../editor/edits.ts';
import { AskingFields } from '../fields/asking-fields.tsx';
import { useForm } from '../fields/form-context.ts';
import { ItemsField } from '../fields/items-field.tsx';
import { Section } from '../fields/section.tsx';
import { SendingFields } from '../fields/sending-fields.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { designerWords } from '../words.ts';
import type { FormProps } from './form.types.ts';

type Asked = Pick<FormProps<'input.email'>['config'], 'text' | 'asking' | 'sending'>;

/**
 * Fields of every question: its words, the variable of the answer, and the handling of a missing one. The question's own fields stand
 * between them.
 */
function Question({
  config,
  set,
  type,
  canGather,
  children,
}: {
  config: Asked;
  set: (changes: Partial<Asked>) => void;
  type: VariableType;
  canGather?: boolean;
  children?: ReactNode;
}) {
  const say = useWords(designerWords.field);
  return (
    <>
      <TextField label={say('question')} value={config.text} onChange={(text) => set({ text })} />
      {children}
      <AskingFields value={config.asking} type={type} {...(canGather ? { canGather } : {})} onChange={(asking) => set({ asking })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}

export function TextInputForm({ config, set }: FormProps<'input.text'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Text" canGather>
      <Section title={say('check')} hint={config.pattern}>
        <Group grow>
          <NumberInput
            label={say('leastLength')}
            value={config.least}
            readOnly={isReadOnly}
            min={0}
            max={4096}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={(least) => set({ least: Number(least) || 0 })}
          />
          <NumberInput
            label={say('mostLength')}
            value={config.most}
            readOnly={isReadOnly}
            min={1}
            max={4096}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={(most) => set({ most: Number(most) || 1 })}
          />
        </Group>
        <TextInput
          label={say('pattern')}
          description={say('patternWhy')}
          value={config.pattern}
          readOnly={isReadOnly}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => set({ pattern: event.currentTarget.value })}
        />
      </Section>
    </Question>
  );
}

function Bounds({ config, set }: { config: { least: string; most: string }; set: (changes: { least?: string; most?: string }) => void }) {
  const say = useWords(designerWords.field);
  return (
    <>
      <SourceField label={say('least')} isOptional value={config.least} onChange={(least) => set({ least })} />
      <SourceField label={say('most')} isOptional value={config.most} onChange={(most) => set({ most })} />
    </>
  );
}

export function NumberInputForm({ config, set }: FormProps<'input.number'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Number">
      <Section title={say('check')}>
        <Bounds config={config} set={set} />
        <Switch
          label={say('isWhole')}
          disabled={isReadOnly}
          checked={config.isWhole}
          onChange={(event) => set({ isWhole: event.currentTarget.checked })}
        />
      </Section>
    </Question>
  );
}

export function DateInputForm({ config, set }: FormProps<'input.date'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Date">
      <Section title={say('check')}>
        <Bounds config={config} set={set} />
        <Switch
          label={say('hasTime')}
          disabled={isReadOnly}
          checked={config.hasTime}
          onChange={(event) => set({ hasTime: event.currentTarget.checked })}
        />
      </Section>
    </Question>
  );
}

export function PhoneInputForm({ config, set }: FormProps<'input.phone'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Text">
      <Section title={say('check')} hint={config.country}>
        <TextInput
          label={say('country')}
          description={say('countryWhy')}
          value={config.country}
          readOnly={isReadOnly}
          maxLength={2}
          onChange={(event) => set({ country: event.currentTarget.value.toUpperCase() })}
        />
      </Section>
    </Question>
  );
}

export const EmailInputForm = ({ config, set }: FormProps<'input.email'>) => <Question config={config} set={set} type="Text" />;

export function ChoiceInputForm({ config, set }: FormProps<'input.choice'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const { options } = config;
  return (
    <Question config={config} set={set} type={config.isSeveral ? 'List' : 'Text'}>
      <SegmentedControl
        size="xs"
        aria-label={say('options')}
        readOnly={isReadOnly}
        data={[
          { value: 'fixed', label: say('optionsFixed') },
          { value: 'list', label: say('optionsList') },
        ]}
        value={options.kind}
        onChange={(kind) =>
          set({
            options:
              kind === 'list'
                ? { kind, source: '[]', item: 'item', title: 'item', value: '' }
                : {
                    kind: 'fixed',
                    items: [{ id: newId(), title: {}, short: {}, description: {}, synonyms: [], action: { kind: 'reply' } }],
                  },
          })
        }
      />
      {options.kind === 'fixed' ? (
        <ItemsField
          label={say('options')}
          hasActions={false}
          items={options.items}
          onChange={(items) => set({ options: { kind: 'fixed', items } })}
        />
      ) : (
        <>
          <SourceField
            label={say('optionsSource')}
            value={options.source}
            onChange={(source) => set({ options: { ...options, source } })}
          />
          <TextInput
            label={say('itemName')}
            value={options.item}
            readOnly={isReadOnly}
            maxLength={60}
            onChange={(event) => set({ options: { ...options, item: event.currentTarget.value } })}
          />
          <ItemSource
            label={say('itemTitle')}
            item={options.item}
            value={options.title}
            onChange={(title) => set({ options: { ...options, title } })}
          />
          <ItemSource
            label={say('itemValue')}
            item={options.item}
            isOptional
            value={options.value}
            onChange={(value) => set({ options: { ...options, value } })}
          />
        </>
      )}
      <SegmentedControl
        size="xs"
        aria-label={say('style')}
        readOnly={isReadOnly}
        data={[
          { value: 'buttons', label: say('styleButtons') },
          { value: 'list', label: say('styleList') },
        ]}
        value={config.style}
        onChange={(style) => set({ style: style === 'list' ? 'list' : 'buttons' })}
      />
      <Switch
        label={say('isSeveral')}
        disabled={isReadOnly}
        checked={config.isSeveral}
        onChange={(event) => set({ isSeveral: event.currentTarget.checked })}
      />
      {options.kind === 'fixed' && !config.isSeveral && (
        <Switch
          label={say('isSplit')}
          disabled={isReadOnly}
          checked={config.isSplit}
          onChange={(event) => set({ isSplit: event.currentTarget.checked })}
        />
      )}
    </Question>
  );
}

/** An expression in which the list's item has a name. */
function ItemSource({
  item,
  ...props
}: {
  item: string;
  label: string;
  value: string;
  isOptional?: boolean;
  onChange: (value: string) => void;
}) {
  const { isReadOnly } = useForm();
  return (
    <TextInput
      label={props.label}
      value={props.value}
      readOnly={isReadOnly}
      placeholder={item}
      maxLength={4000}
      spellCheck={false}
      required={!props.isOptional}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

export function MediaInputForm({ config, set }: FormProps<'input.media'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type={config.count > 1 ? 'List' : 'Media'}>
      <MultiSelect
        label={say('kinds')}
        readOnly={isReadOnly}
        data={mediaKinds.map((kind) => ({ value: kind, label: say(`kind_${kind}`) }))}
        value={config.kinds}
        error={config.kinds.length === 0 ? say('chooseOne') : undefined}
        onChange={(kinds) => kinds.length > 0 && set({ kinds: mediaKinds.filter((kind) => kinds.includes(kind)) })}
      />
      <Group grow>
        <NumberInput
          label={say('mostMegabytes')}
          value={config.mostBytes / 1_000_000}
          readOnly={isReadOnly}
          min={0.01}
          max={100}
          clampBehavior="strict"
          onChange={(size) => set({ mostBytes: Math.max(1024, Math.round(Number(size) * 1_000_000)) })}
        />
        <NumberInput
          label={say('count')}
          value={config.count}
          readOnly={isReadOnly}
          min={1}
          max={10}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(count) => set({ count: Number(count) || 1 })}
        />
      </Group>
    </Question>
  );
}

export function LocationInputForm({ config, set }: FormProps<'input.location'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const { within } = config;
  return (
    <Question config={config} set={set} type="Location">
      <Switch
        label={say('within')}
        disabled={isReadOnly}
        checked={within !== null}
        onChange={(event) => set({ within: event.currentTarget.checked ? { latitude: '0', longitude: '0', km: '10' } : null })}
      />
      {within && (
        <>
          <SourceField label={say('latitude')} value={within.latitude} onChange={(latitude) => set({ within: { ...within, latitude } })} />
          <SourceField
            label={say('longitude')}
            value={within.longitude}
            onChange={(longitude) => set({ within: { ...within, longitude } })}
          />
          <SourceField label={say('km')} value={within.km} onChange={(km) => set({ within: { ...within, km } })} />
        </>
      )}
    </Question>
  );
}

/** Form of a node from an imported stream: forms cannot be built here yet, so its settings are shown and can be removed. */
export function FormInputForm({ config, set }: FormProps<'input.form'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <TextField label={say('question')} value={config.text} onChange={(text) => set({ text })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
