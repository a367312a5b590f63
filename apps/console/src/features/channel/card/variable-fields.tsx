import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type RichCardDocument, richCardLimits } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './card.module.css';
import type { FaultOf } from './card-draft.ts';

type Variables = RichCardDocument['variables'];
type VariableFieldsProps = { variables: Variables; faultOf: FaultOf; onChange: (variables: Variables) => void };

/** Variables of a card with their samples, which previews show. */
export function VariableFields({ variables, faultOf, onChange }: VariableFieldsProps) {
  const say = useWords(channelWords.card);
  const set = (place: number, part: Partial<Variables[number]>) =>
    onChange(variables.map((one, at) => (at === place ? { ...one, ...part } : one)));
  return (
    <>
      <ul className={classes.list} aria-label={say('variables')}>
        {variables.map(({ name, sample }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is typed, and rows do not move
          <li key={place} className={classes.variable}>
            <TextInput
              label={say('variableName', { number: place + 1 })}
              maxLength={60}
              value={name}
              error={faultOf(`variables.${place}.name`)}
              onChange={(event) => set(place, { name: event.currentTarget.value })}
            />
            <TextInput
              label={say('sample', { number: place + 1 })}
              maxLength={richCardLimits.sampleLength}
              value={sample}
              onChange={(event) => set(place, { sample: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={say('removeVariable', { number: place + 1 })}
              onClick={() => onChange(variables.filter((_one, at) => at !== place))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {variables.length >= richCardLimits.variables ? null : (
        <Button
          variant="light"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...variables, { name: '', sample: '' }])}
        >
          {say('addVariable')}
        </Button>
      )}
    </>
  );
}
