import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { siteFormMost, siteLanguages } from '@parley/contract';
import { IconLanguage, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatLanguage } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import type { Wording } from './form-draft.ts';

type Props = { name: string; most: number; wordings: readonly Wording[]; onChange: (wordings: Wording[]) => void };

/** A text in other languages of the widget. @param props.name what it words, for who hears the screen */
export function Wordings({ name, most, wordings, onChange }: Props) {
  const say = useWords(channelWords.siteForm);
  const { i18n } = useTranslation();
  const set = (place: number, part: Partial<Wording>) => onChange(wordings.map((one, at) => (at === place ? { ...one, ...part } : one)));
  const taken = new Set(wordings.map(({ language }) => language));
  return (
    <Stack gap="xs" align="flex-start">
      {wordings.map(({ language, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own while its language is not chosen
        <Group key={place} gap="xs" wrap="nowrap" w="100%">
          <Select
            w={150}
            aria-label={say('languageOf', { name, place: place + 1 })}
            placeholder={say('language')}
            searchable
            data={siteLanguages
              .filter((code) => code === language || !taken.has(code))
              .map((code) => ({ value: code, label: formatLanguage(code, i18n.language) }))}
            value={language || null}
            onChange={(next) => set(place, { language: next ?? '' })}
          />
          <TextInput
            flex={1}
            aria-label={say('textOf', { name, place: place + 1 })}
            dir="auto"
            maxLength={most}
            value={text}
            onChange={(event) => set(place, { text: event.currentTarget.value })}
          />
          <ActionIcon aria-label={say('removeText', { name, place: place + 1 })} onClick={() => onChange(wordings.toSpliced(place, 1))}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {wordings.length < siteFormMost.languages ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconLanguage size={13} aria-hidden />}
          aria-label={say('addTextOf', { name })}
          onClick={() => onChange([...wordings, { language: '', text: '' }])}
        >
          {say('addText')}
        </Button>
      ) : null}
    </Stack>
  );
}
