import { Checkbox } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { importWords } from './csv-import.words.ts';

/** Says beside itself what the present choice does. */
export function ReplaceChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const say = useWords(importWords);
  return (
    <Checkbox
      label={say('replace')}
      description={
        <>
          {say('replaceOff')}
          <br />
          {say('replaceOn')}
        </>
      }
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
