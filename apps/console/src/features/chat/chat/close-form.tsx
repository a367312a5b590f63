import { Skeleton, Textarea } from '@mantine/core';
import type { ChatDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { late } from '../../../lib/late.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatFieldWords } from '../../../locales/chat-field.ts';
import { chatLabelsQuery, departmentConfigQuery } from '../shared/chat.queries.ts';
import { closeSoon } from '../shared/closing.tsx';
import { useConversationPlace } from '../shared/conversation-place.ts';
import { useLabelChat } from './chat.mutations.ts';
import { chatFieldsQuery, useSaveFields } from './chat-field.queries.ts';
import type { FieldInputsProps } from './chat-field-inputs.tsx';
import { checkValues } from './check-values.ts';
import { colourOf, LabelFields } from './label-fields.tsx';

/** They bring the calendar of a day's field along, which nobody needs who only talks. */
const FieldInputs = late(() => import('./chat-field-inputs.tsx').then((module) => module.FieldInputs));

type Props = { chat: ChatDetail; onDone: () => void; onClosed: () => void };

/** The end of a chat; label and note are asked for first where its department needs them and it has none. */
export function CloseForm({ chat, onDone, onClosed }: Props) {
  const t = useWords(chatWords.conversation);
  const sayField = useWords(chatFieldWords.chat);
  const { open } = useConversationPlace();
  const { data: config, isLoading } = useQuery(departmentConfigQuery(chat.deptId));
  // A label that is being saved is shown at the chat at once; the fields stay until the chat is closed.
  const [opened] = useState({ tag: chat.tag, note: chat.note });
  const needs = {
    label: config?.closeNeedsLabel === true && opened.tag === '',
    note: config?.closeNeedsNote === true && opened.note.trim() === '',
  };
  const isAsking = needs.label || needs.note;
  const fields = useQuery(chatFieldsQuery(chat));
  const missing = (fields.data ?? []).filter(({ isRequired, isActive, value }) => isRequired && isActive && value === '');
  const saveFields = useSaveFields(chat);
  const labels = useQuery({ ...chatLabelsQuery(chat.chatId), enabled: isAsking });
  const label = useLabelChat(chat.chatId);
  const form = useForm({
    initial: { ...opened, feedback: '', values: {} as Record<string, string> },
    check: ({ tag, note, values }) => ({
      ...checkValues(missing, values, sayField('needed')),
      tag: needs.label && tag.trim() === '' && t('labelRequired'),
      note: needs.note && note.trim() === '' && t('noteRequired'),
    }),
    checkOn: 'typing',
  });
  const close = () => {
    closeSoon(chat.chatId, chat.customerName || chat.customerNumber, form.getDraft().feedback.trim(), () => open(chat.chatId));
    onDone();
    onClosed();
  };
  const handleSubmit = (draft: typeof form.draft) => {
    if (missing.length === 0) return labelAndClose(draft);
    const values = Object.fromEntries(missing.map(({ id }) => [id, draft.values[id] ?? '']));
    saveFields.mutate(values, { onSuccess: () => labelAndClose(draft) });
  };
  const labelAndClose = ({ tag, note }: typeof form.draft) => {
    if (!isAsking) return close();
    label.mutate({ tag: tag.trim(), tagColour: colourOf(labels.data, tag, chat), note: note.trim() }, { onSuccess: close });
  };
  // Needs that cannot be read are the server's to ask for.
  const isReading = isLoading || labels.isLoading || fields.isLoading;
  /** It was sent before its needs were known, and goes on as soon as they are. */
  const [isSent, setSent] = useState(false);
  const send = form.submit(handleSubmit);
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!isSent || isReading) return;
    setSent(false);
    latest.current();
  }, [isSent, isReading]);
  return (
    <DialogForm
      submit={t('close')}
      isDangerous
      isBusy={isSent || label.isPending || saveFields.isPending}
      onCancel={onDone}
      onSubmit={(event) => (isReading ? setSent(true) : send(event))}
    >
      {label.error ? <SaveFailure error={label.error} /> : null}
      {saveFields.error ? <SaveFailure error={saveFields.error} /> : null}
      {missing.length > 0 ? (
        <Suspense fallback={<Skeleton height={54} />}>
          <FieldInputs
            fields={missing}
            field={form.field as FieldInputsProps['field']}
            choice={form.choice as FieldInputsProps['choice']}
          />
        </Suspense>
      ) : null}
      {isAsking && !labels.isLoading ? (
        <LabelFields
          choice={form.choice('tag')}
          tag={form.field('tag')}
          note={form.field('note')}
          names={labels.data?.map(({ name }) => name) ?? []}
          current={chat.tag}
          needs={needs}
        />
      ) : null}
      <Textarea
        label={t('closeFeedback')}
        description={t('closeFeedbackHint')}
        autosize
        minRows={3}
        maxLength={1000}
        data-autofocus
        {...form.field('feedback')}
      />
    </DialogForm>
  );
}
