import { Button, Group, Input, Text } from '@mantine/core';
import { richCardLimits } from '@parley/contract';
import { IconPhotoSearch } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import type { DraftPart, FaultOf } from './card-draft.ts';
import { SuggestionFields } from './suggestion-fields.tsx';
import { WordsField } from './words-field.tsx';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));

type PartFieldsProps = {
  /** Prefix of the paths of its faults: '' or 'cards.0.' */
  field: string;
  language: string;
  part: DraftPart;
  faultOf: FaultOf;
  onChange: (part: DraftPart) => void;
};

/** One card: its medium, its words and its suggestions. */
export function PartFields({ field, language, part, faultOf, onChange }: PartFieldsProps) {
  const say = useWords(channelWords.card);
  const shared = { language, faultOf };
  return (
    <>
      <MediaField media={part.media} error={faultOf(`${field}media`)} onChange={(media) => onChange({ ...part, media })} />
      <WordsField
        {...shared}
        label={say('cardTitle')}
        limit={richCardLimits.titleLength}
        field={`${field}title`}
        words={part.title}
        onChange={(title) => onChange({ ...part, title })}
      />
      <WordsField
        {...shared}
        label={say('text')}
        limit={richCardLimits.textLength}
        rows={3}
        field={`${field}description`}
        words={part.description}
        onChange={(description) => onChange({ ...part, description })}
      />
      <SuggestionFields
        {...shared}
        field={`${field}suggestions`}
        suggestions={part.suggestions}
        onChange={(suggestions) => onChange({ ...part, suggestions })}
      />
    </>
  );
}

type MediaFieldProps = { media: DraftPart['media']; error: string | undefined; onChange: (media: DraftPart['media']) => void };

/** A picture or a film of the library that everybody sees. */
function MediaField({ media, error, onChange }: MediaFieldProps) {
  const say = useWords(channelWords.card);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Input.Wrapper label={say('media')} labelElement="div" labelProps={{ id }} description={say('mediaHint')} error={error}>
      <Group gap="sm" mt={6} role="group" aria-labelledby={id}>
        <Button variant="default" size="xs" leftSection={<IconPhotoSearch size={14} aria-hidden />} onClick={() => setOpen(true)}>
          {say('fromLibrary')}
        </Button>
        {media ? (
          <>
            <Text size="sm">{media.name}</Text>
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              {say('removeMedia')}
            </Button>
          </>
        ) : null}
      </Group>
      {isOpen ? (
        <Suspense>
          <ArtifactPicker
            opened
            hasBrowse={false}
            kinds={['IMAGE', 'VIDEO']}
            onClose={() => setOpen(false)}
            onPick={({ data, artifactId }) => artifactId && onChange({ id: artifactId, name: data.name })}
          />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}
