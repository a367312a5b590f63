import { Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { TimeoutField } from '../../fields/seconds-field.tsx';
import { designerWords } from '../../words.ts';

type Waiting = { waits: boolean; timeoutSeconds: number | null };

export function WaitingFields({ value, set }: { value: Waiting; set: (changes: Partial<Waiting>) => void }) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <Switch
        label={say('waits')}
        description={say('waitsWhy')}
        disabled={isReadOnly}
        checked={value.waits}
        onChange={(event) => set({ waits: event.currentTarget.checked })}
      />
      {value.waits && <TimeoutField value={value.timeoutSeconds} onChange={(timeoutSeconds) => set({ timeoutSeconds })} />}
    </>
  );
}
