import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { nativeOptions } from '../../../components/native-options.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { intentNamesQuery } from './bot.queries.ts';

export type IntentPickerProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  botId: string;
  /** The field of an intent that is the value. */
  by: 'id' | 'name';
  value: string;
  onChange: (value: string) => void;
  /** Choices before the intents. */
  extra?: { value: string; label: string }[];
  /** The intent to be offered first. */
  firstId?: string | undefined;
};

/** One of all intents of a bot, found by typing, each below its story. */
export function IntentPicker({ botId, by, value, onChange, extra = [], firstId, ...props }: IntentPickerProps) {
  const say = useWords(botWords.part);
  const { data: intents = [] } = useQuery(intentNamesQuery(botId));
  const toItem = (intent: (typeof intents)[number]) => ({ value: intent[by], label: intent.name });
  const first = intents.find(({ id }) => id === firstId);
  const rest = intents.filter((intent) => intent !== first);
  const groups = Map.groupBy(rest, ({ storyName }) => storyName);
  const isKnown = value === '' || extra.some((item) => item.value === value) || intents.some((intent) => intent[by] === value);
  return (
    <Select
      {...nativeOptions}
      label={say('intent')}
      placeholder={say('chooseIntent')}
      searchable
      nothingFoundMessage={say('noIntent')}
      {...props}
      data={[
        ...extra,
        // A name that has been renamed or deleted since stays in sight.
        ...(isKnown ? [] : [{ value, label: value }]),
        ...(first ? [toItem(first)] : []),
        ...[...groups].map(([group, items]) => ({ group, items: items.map(toItem) })),
      ]}
      value={value === '' && !extra.some((item) => item.value === '') ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
