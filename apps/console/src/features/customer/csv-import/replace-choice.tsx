import { Checkbox } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

/** Says beside itself what the present choice does. */
export function ReplaceChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const say = useWords(customerWords.csvImport);
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
