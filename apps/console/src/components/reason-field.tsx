import { type MantineSpacing, TextInput } from '@mantine/core';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

/** The server's limit: `reasonMax` of the contract, whose schemas the first page does without. */
const longest = 300;

/** The reason of a deletion: one line, which may stay empty. */
export function ReasonField({ value, onChange, mb }: { value: string; onChange: (reason: string) => void; mb?: MantineSpacing }) {
  const say = useWords(commonWords.ui);
  return (
    <TextInput
      label={say('reason')}
      description={say('reasonHint')}
      maxLength={longest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(mb === undefined ? {} : { mb })}
    />
  );
}
