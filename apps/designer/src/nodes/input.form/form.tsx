import { Select, Switch } from '@mantine/core';
import type { ConfigOf } from '@parley/journey';
import { useForm } from '../../fields/form-context.ts';
import { MapField } from '../../fields/map-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { SecondsField, TimeoutField } from '../../fields/seconds-field.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

const firstReminder = 3600;
const faces = ['auto', 'page', 'flow', 'questions'] as const satisfies readonly ConfigOf<'input.form'>['face'][];

/** Form of a node that asks with a form: which one, how it is asked, what it begins with, and where its answers go. */
export function Form({ config, set }: FormProps<'input.form'>) {
  const say = useFieldWords(nodeWords['input.form']);
  const { isReadOnly } = useForm();
  const { form, text, face, prefill, variable, timeoutSeconds, remindSeconds, remindText, sending } = config;
  return (
    <>
      <RefField
        label={say('form')}
        description={say('formWhy')}
        kind="form"
        value={form}
        onChange={(next) => next && set({ form: next })}
      />
      <TextField label={say('before')} description={say('beforeWhy')} value={text} onChange={(next) => set({ text: next })} />
      <Select
        label={say('face')}
        description={say(`faceWhy_${face}`)}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={faces.map((one) => ({ value: one, label: say(`face_${one}`) }))}
        value={face}
        onChange={(next) => next && set({ face: next })}
      />
      <MapField
        label={say('prefill')}
        description={say('prefillWhy')}
        nameLabel={say('itsField')}
        value={prefill}
        onChange={(next) => set({ prefill: next })}
      />
      <VariableField
        label={say('answers')}
        description={say('answersWhy')}
        type="Map"
        value={variable}
        onChange={(next) => set({ variable: next })}
      />
      <TimeoutField value={timeoutSeconds} onChange={(next) => set({ timeoutSeconds: next })} />
      <Switch
        label={say('reminds')}
        description={say('remindsWhy')}
        disabled={isReadOnly}
        checked={remindSeconds !== null}
        onChange={(event) => set({ remindSeconds: event.currentTarget.checked ? firstReminder : null })}
      />
      {remindSeconds === null ? null : (
        <>
          <SecondsField label={say('remindAfter')} value={remindSeconds} onChange={(next) => set({ remindSeconds: next })} />
          <TextField label={say('remindText')} value={remindText} onChange={(next) => set({ remindText: next })} />
        </>
      )}
      <SendingFields value={sending} onChange={(next) => set({ sending: next })} />
    </>
  );
}
