import { ActionIcon, Button, Group, Paper, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { siteFormMost } from '@parley/contract';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { attributesQuery, ownDefinitions } from '../../../customer/shared/attribute.queries.ts';
import { type FieldDraft, newField } from './form-draft.ts';
import { Wordings } from './wordings.tsx';

const builtIn = ['name', 'email', 'phone'] as const;
const asked: readonly string[] = ['text', 'textarea', 'date', 'selectbox-singlevalue'];

/** The facts that a form may ask for, by their ids; own fields that the reader may not list keep their place without a name. */
export function useAskable(): { value: string; label: string }[] {
  const say = useWords(channelWords.siteForm);
  const { data = [] } = useQuery({ ...attributesQuery, meta: { isQuiet: true }, retry: false });
  const own = ownDefinitions(data).filter(({ fieldType }) => asked.includes(fieldType));
  return [
    ...builtIn.map((kind) => ({ value: kind, label: say(kind) })),
    ...own.map(({ _id, fieldLabel }) => ({ value: _id, label: fieldLabel })),
  ];
}

type Props = {
  fields: readonly FieldDraft[];
  /** Faults by their paths, such as `fields.0.kind` */
  faults: Readonly<Record<string, string>>;
  onChange: (fields: FieldDraft[]) => void;
};

/** The fields of a form in their order. */
export function FormFields({ fields, faults, onChange }: Props) {
  const say = useWords(channelWords.siteForm);
  const askable = useAskable();
  const taken = new Set(fields.map(({ what }) => what));
  const set = (id: number, part: Partial<FieldDraft>) => onChange(fields.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const move = (place: number, by: 1 | -1) => {
    const moved = fields[place] as FieldDraft;
    onChange(fields.toSpliced(place, 1).toSpliced(place + by, 0, moved));
  };
  const next = askable.find(({ value }) => !taken.has(value));
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={500} mb={6}>
        {say('fields')}
      </Text>
      {faults.fields ? (
        <Text size="sm" c="red" role="alert">
          {faults.fields}
        </Text>
      ) : null}
      {fields.map((field, place) => {
        const known = askable.find(({ value }) => value === field.what);
        const name = field.label || known?.label || say('unknownField');
        const choices = askable.filter(({ value }) => value === field.what || !taken.has(value));
        return (
          <Paper key={field.id} withBorder p="sm" role="group" aria-label={say('fieldNo', { place: place + 1, name })}>
            <Stack gap="xs">
              <Group gap="xs" wrap="nowrap" align="flex-end">
                <Select
                  flex={1}
                  label={say('what')}
                  allowDeselect={false}
                  data={known || field.what === '' ? choices : [...choices, { value: field.what, label: say('unknownField') }]}
                  value={field.what || null}
                  error={faults[`fields.${place}.kind`] ?? faults[`fields.${place}.attributeId`]}
                  onChange={(what) => set(field.id, { what: what ?? '' })}
                />
                <ActionIcon size={36} disabled={place === 0} aria-label={say('moveUp', { name })} onClick={() => move(place, -1)}>
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={36}
                  disabled={place === fields.length - 1}
                  aria-label={say('moveDown', { name })}
                  onClick={() => move(place, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon size={36} aria-label={say('removeField', { name })} onClick={() => onChange(fields.toSpliced(place, 1))}>
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
              <TextInput
                label={say('label')}
                placeholder={say('labelUsual')}
                dir="auto"
                maxLength={siteFormMost.label}
                value={field.label}
                onChange={(event) => set(field.id, { label: event.currentTarget.value })}
              />
              <Wordings name={name} most={siteFormMost.label} wordings={field.labels} onChange={(labels) => set(field.id, { labels })} />
              <Switch
                label={say('required')}
                checked={field.isRequired}
                onChange={(event) => set(field.id, { isRequired: event.currentTarget.checked })}
              />
            </Stack>
          </Paper>
        );
      })}
      {fields.length < siteFormMost.fields && next ? (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => onChange([...fields, newField(next.value)])}
          >
            {say('addField')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
