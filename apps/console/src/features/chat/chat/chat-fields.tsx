import { Button, Group, Skeleton, Stack } from '@mantine/core';
import type { ChatDetail, ChatFieldValue } from '@parley/contract';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatDay } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatFieldWords } from '../../../locales/chat-field.ts';
import { chatFieldsQuery, useSaveFields } from './chat-field.queries.ts';
import { checkValues } from './check-values.ts';
import classes from './customer-panel.module.css';

/** They bring the calendar of a day's field along, which nobody needs who only talks. */
const FieldInputs = late(() => import('./chat-field-inputs.tsx').then((module) => module.FieldInputs));

type Props = { chat: ChatDetail; canMark: boolean };

/** The own fields of a chat with their values; nothing where the enterprise has none. */
export function ChatFields({ chat, canMark }: Props) {
  const say = useWords(chatFieldWords.chat);
  const { data: fields = [], error, refetch } = useQuery(chatFieldsQuery(chat));
  const [isEditing, setEditing] = useState(false);
  if (error && fields.length === 0)
    return (
      <section className={classes.panelSection}>
        <h3>{say('title')}</h3>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </section>
    );
  if (fields.length === 0) return null;
  const filled = fields.filter(({ value }) => value !== '');
  return (
    <section className={classes.panelSection}>
      <h3>{say('title')}</h3>
      {isEditing ? (
        <FieldsForm chat={chat} fields={fields} onClose={() => setEditing(false)} />
      ) : (
        <>
          {filled.length === 0 ? <p className={classes.panelSoft}>{say('none')}</p> : null}
          <dl className={classes.facts}>
            {filled.map((field) => (
              <div key={field.id}>
                <dt>{field.name}</dt>
                <dd>
                  <Shown field={field} />
                </dd>
              </div>
            ))}
          </dl>
          {canMark ? (
            <Button size="compact-xs" variant="default" leftSection={<IconPencil size={13} aria-hidden />} onClick={() => setEditing(true)}>
              {say('edit')}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

function Shown({ field: { kind, value } }: { field: ChatFieldValue }) {
  const say = useWords(chatFieldWords.chat);
  if (kind === 'yes_no') return say(value === 'true' ? 'yes' : 'no');
  return kind === 'date' ? formatDay(value) : value;
}

function FieldsForm({ chat, fields, onClose }: { chat: ChatDetail; fields: readonly ChatFieldValue[]; onClose: () => void }) {
  const say = useWords(chatFieldWords.chat);
  const save = useSaveFields(chat);
  // A retired field is not filled any more.
  const [asked] = useState(() => fields.filter(({ isActive }) => isActive));
  const [before] = useState(() => Object.fromEntries(asked.map(({ id, value }) => [id, value])));
  const form = useForm({ initial: { values: before }, check: ({ values }) => checkValues(asked, values, false) });
  const handleSubmit = ({ values }: typeof form.draft) => {
    // A field that somebody else has changed meanwhile stays as it is.
    const changed = Object.fromEntries(Object.entries(values).filter(([id, value]) => value.trim() !== before[id]));
    save.mutate(changed, { onSuccess: onClose });
  };
  return (
    <form onSubmit={form.submit(handleSubmit)}>
      <Stack gap="xs">
        {save.error ? <SaveFailure error={save.error} /> : null}
        <Suspense fallback={<Skeleton height={54} />}>
          <FieldInputs fields={asked} field={form.field} choice={form.choice} />
        </Suspense>
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="compact-sm" type="submit" loading={save.isPending}>
            {say('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
