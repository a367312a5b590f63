import { Group, Select, Text } from '@mantine/core';
import { pausesOf, type Retries } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { showSeconds } from '../nodes/duration.ts';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { NumberField } from './number-field.tsx';

type Props = { retries: Retries; isSafe: boolean; onChange: (retries: Retries) => void };

/** Number of retries of a call and the time between them, and an explanation of the failures that are retried. */
export function RetriesField({ retries, isSafe, onChange }: Props) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <NumberField
        label={say('retries')}
        description={say(isSafe ? 'retriesWhySafe' : 'retriesWhy')}
        value={retries.most}
        least={0}
        most={5}
        onChange={(most) => onChange({ ...retries, most: Math.min(5, most) })}
      />
      {retries.most > 0 && (
        <>
          <Group gap={6} wrap="nowrap" align="flex-end" grow>
            <NumberField
              label={say('retriesAfter')}
              value={retries.seconds}
              least={1}
              most={60}
              onChange={(seconds) => onChange({ ...retries, seconds: Math.min(60, seconds) })}
            />
            <Select
              label={say('retriesThen')}
              readOnly={isReadOnly}
              allowDeselect={false}
              data={[
                { value: 'grows', label: say('retriesGrow') },
                { value: 'same', label: say('retriesSame') },
              ]}
              value={retries.grows ? 'grows' : 'same'}
              onChange={(next) => onChange({ ...retries, grows: next === 'grows' })}
            />
          </Group>
          <Text size="xs" c="dimmed">
            {say('retriesAt', { times: pausesOf(retries).map(showSeconds).join(', ') })}
          </Text>
        </>
      )}
    </>
  );
}
