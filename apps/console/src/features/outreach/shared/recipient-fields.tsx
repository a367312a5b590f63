import { Button, Group, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { useCan } from '../../account/shared/me.ts';
import { setsQuery } from '../../customer/shared/set.queries.ts';
import { appendNumbers } from './send-draft.ts';
import type { SendFormState } from './use-send-form.ts';

/** Asked for by few: its script arrives with the question. */
const PhoneBookDialog = late(() => import('./phone-book-dialog.tsx').then((module) => module.PhoneBookDialog));

export type RecipientFieldsProps = {
  form: SendFormState;
  /** The customer of a chat, who alone receives it. */
  only: { name: string | undefined } | undefined;
  embedded: boolean;
};

/** The people who receive it: typed numbers, numbers out of the phone book, and groups. */
export function RecipientFields({ form, only, embedded }: RecipientFieldsProps) {
  const say = useWords(outreachWords.broadcast);
  const { draft, faults, change } = form;
  if (only)
    return (
      <TextInput label={say('recipient')} readOnly value={[only.name, draft.numbers].filter(Boolean).join(' · ')} error={faults.numbers} />
    );
  return (
    <>
      <Textarea
        label={say('mobileNumbers')}
        description={say('numbersHint')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        value={draft.numbers}
        error={faults.numbers}
        onChange={(event) => change({ numbers: event.currentTarget.value })}
      />
      {embedded ? null : <BookFields form={form} />}
    </>
  );
}

/** The phone book, for those who may see it. */
function BookFields({ form: { draft, change } }: { form: SendFormState }) {
  const say = useWords(outreachWords.broadcast);
  const hasBook = useCan(['CUSTOMER.VIEW']);
  const [isBookOpen, setBookOpen] = useState(false);
  const sets = useQuery({ ...setsQuery('group'), enabled: hasBook });
  if (!hasBook) return null;
  const groups = (sets.data ?? []).map(({ id, name }) => ({ id, name }));
  return (
    <>
      <Group>
        <Button variant="default" size="xs" leftSection={<IconAddressBook size={15} aria-hidden />} onClick={() => setBookOpen(true)}>
          {say('fromPhoneBooks')}
        </Button>
      </Group>
      <MultiSelect
        label={say('groups')}
        description={say('groupsHint')}
        searchable
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.groups.map(({ id }) => id)}
        onChange={(ids) => change({ groups: groups.filter(({ id }) => ids.includes(id)) })}
      />
      {isBookOpen ? (
        <Suspense>
          <PhoneBookDialog
            onClose={() => setBookOpen(false)}
            onChoose={(numbers) => change({ numbers: appendNumbers(draft.numbers, numbers) })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
