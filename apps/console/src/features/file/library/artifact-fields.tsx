import { Group, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { ArtifactType } from '@parley/contract';
import type { Form } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import type { ArtifactDraft } from './artifact-draft.ts';

type FieldsProps = { form: Form<ArtifactDraft> };

/** The fields of a type that has no file: words, a link, or a place. */
export function ArtifactFields({ type, form }: FieldsProps & { type: ArtifactType }) {
  if (type === 'MSG') return <MessageField form={form} />;
  if (type === 'URL') return <LinkFields form={form} />;
  return type === 'LOCATION' ? <PlaceFields form={form} /> : null;
}

function MessageField({ form }: FieldsProps) {
  const say = useWords(fileWords.library);
  return (
    <Textarea
      label={say('message')}
      description={say('messageHint', { name: '{{name}}' })}
      withAsterisk
      autosize
      minRows={3}
      maxLength={4096}
      {...form.field('message')}
    />
  );
}

function LinkFields({ form }: FieldsProps) {
  const say = useWords(fileWords.library);
  return (
    <>
      <TextInput label={say('link')} withAsterisk type="url" maxLength={2000} {...form.field('url')} />
      <TextInput label={say('linkTitle')} maxLength={200} {...form.field('title')} />
    </>
  );
}

const bounds = { latitude: 90, longitude: 180 } as const;

function PlaceFields({ form }: FieldsProps) {
  const say = useWords(fileWords.library);
  const degree = (name: keyof typeof bounds) => (
    <NumberInput
      label={say(name)}
      withAsterisk
      min={-bounds[name]}
      max={bounds[name]}
      error={form.faults[name]}
      value={form.draft[name] ?? ''}
      onChange={(value) => form.change({ [name]: typeof value === 'number' ? value : null })}
    />
  );
  return (
    <>
      <TextInput label={say('address')} maxLength={500} {...form.field('address')} />
      <Group grow>
        {degree('latitude')}
        {degree('longitude')}
      </Group>
    </>
  );
}
