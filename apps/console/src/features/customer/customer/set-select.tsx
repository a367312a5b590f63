import { MultiSelect } from '@mantine/core';
import type { Customer } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { FieldProps } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { type SetKind, setsQuery } from '../shared/set.queries.ts';

type SetSelectProps = FieldProps<string[]> & { kind: SetKind; label: string; own: Customer['groups'] | undefined };

/** Keeps the names of the customer's groups or labels while the lists are loading. */
export function SetSelect({ kind, label, own = [], ...input }: SetSelectProps) {
  const say = useWords(customerWords.customer);
  const sayCommon = useWords(commonWords.ui);
  const { data: sets = [] } = useQuery(setsQuery(kind));
  const names = new Map([...own, ...sets].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      label={label}
      data={[...names].map(([value, name]) => ({ value, label: name }))}
      searchable
      clearable
      hidePickedOptions
      placeholder={say('choose')}
      nothingFoundMessage={sayCommon('nothingMatches')}
      {...input}
    />
  );
}
