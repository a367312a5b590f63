import { Select, TextInput } from '@mantine/core';
import { longestAwaited, type ValueChangeKind, valueChanges, watchedFields } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { RefSelect } from './ref-select.tsx';

type Watched = { attribute: string; change: ValueChangeKind; value: string };
type AttributeFieldsProps = Watched & { journeyId: string; isOptional: boolean; onChange: (part: Partial<Watched>) => void };

/** The customer's attribute, and the change of it that begins the stream. */
export function AttributeFields({ journeyId, isOptional, attribute, change, value, onChange }: AttributeFieldsProps) {
  const say = useWords(journeyWords.entry);
  const sayField = useWords(journeyWords.common);
  return (
    <>
      <RefSelect
        label={say('attribute')}
        nothingFound={say('noAttributes')}
        isOptional={isOptional}
        journeyId={journeyId}
        groups={[{ kind: 'attribute', title: say('attributes') }]}
        more={{ title: say('ownFields'), items: watchedFields.map((name) => ({ value: name, label: sayField(`field_${name}`) })) }}
        value={attribute}
        onChange={(next) => onChange({ attribute: next })}
      />
      <Select
        label={say('change')}
        allowDeselect={false}
        data={valueChanges.map((one) => ({ value: one, label: say(`change_${one}`) }))}
        value={change}
        onChange={(next) => onChange({ change: valueChanges.find((one) => one === next) ?? change })}
      />
      {change === 'became' ? (
        <TextInput
          label={say('becomes')}
          description={say('becomesHint')}
          required={!isOptional}
          maxLength={longestAwaited}
          value={value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
