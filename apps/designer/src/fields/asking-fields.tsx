import { NumberInput, Switch } from '@mantine/core';
import type { ConfigOf, VariableType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { Rows } from './rows.tsx';
import { TimeoutField } from './seconds-field.tsx';
import { Section } from './section.tsx';
import { TextField } from './text-field.tsx';
import { VariableField } from './variable-field.tsx';

type Asking = ConfigOf<'input.text'>['asking'];

/** Settings of a question: the variable of the answer, the number of retries, and the timeout. */
export function AskingFields({
  value,
  onChange,
  type,
  canGather = false,
}: {
  value: Asking;
  onChange: (value: Asking) => void;
  type: VariableType;
  canGather?: boolean;
}) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <VariableField label={say('keepAs')} type={type} value={value.variable} onChange={(variable) => onChange({ ...value, variable })} />
      <Section title={say('again')} hint={value.tries === null ? say('asStream') : String(value.tries)}>
        <NumberInput
          label={say('tries')}
          placeholder={say('asStream')}
          value={value.tries ?? ''}
          readOnly={isReadOnly}
          min={0}
          max={10}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(tries) => onChange({ ...value, tries: tries === '' ? null : Number(tries) })}
        />
        <Rows
          label={say('retryTexts')}
          description={say('retryTextsWhy')}
          rows={value.retryTexts}
          most={10}
          make={() => ({})}
          onChange={(retryTexts) => onChange({ ...value, retryTexts })}
          draw={(text, set, place) => <TextField label={say('retryText', { place: place + 1 })} value={text} onChange={set} />}
        />
      </Section>
      <Section title={say('waiting')} hint={value.timeoutSeconds === null ? say('asStream') : ''}>
        <TimeoutField value={value.timeoutSeconds} onChange={(timeoutSeconds) => onChange({ ...value, timeoutSeconds })} />
        <Switch
          label={say('takesEarlier')}
          disabled={isReadOnly}
          checked={value.takesEarlier}
          onChange={(event) => onChange({ ...value, takesEarlier: event.currentTarget.checked })}
        />
        {canGather && (
          <NumberInput
            label={say('gather')}
            description={say('gatherWhy')}
            value={value.gatherSeconds}
            readOnly={isReadOnly}
            min={0}
            max={10}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={(seconds) => onChange({ ...value, gatherSeconds: Number(seconds) || 0 })}
          />
        )}
      </Section>
    </>
  );
}
