import { Modal, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { getOpenedDialog, type Opened, subscribeDialog } from '../lib/dialogs.ts';
import { sayReason } from '../lib/reason.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import { DialogActions, submitByKeys } from './dialog-form.tsx';
import { ReasonField } from './reason-field.tsx';

/** Dialogs that are wider than a question. */
const sizes: Readonly<Record<string, string>> = { conflict: 'xl', RemainingIntent: 'lg' };

type DialogBody = { title: string; body: ReactNode };

/** Stands once, near the root of the console. */
export function AppDialogHost() {
  const current = useSyncExternalStore(subscribeDialog, getOpenedDialog);
  // The last dialog stays drawn while it fades, or its words would vanish before it does.
  const [drawn, setDrawn] = useState<Opened>();
  useEffect(() => {
    if (current) setDrawn(current);
  }, [current]);
  const shown = current ?? drawn;
  const content = useDialogBody(shown);
  return (
    <Modal
      opened={Boolean(current)}
      onClose={() => current?.answer(false)}
      title={content?.title}
      size={sizes[shown?.dialog.type ?? ''] ?? 'sm'}
      // A click beside the dialog must not lose what was typed into its form.
      closeOnClickOutside={!(shown && 'form' in shown.dialog)}
    >
      {content?.body}
    </Modal>
  );
}

function useDialogBody(shown: Opened | undefined): DialogBody | undefined {
  const say = useWords(commonWords.ui);
  if (!shown) return undefined;
  const { number, dialog, answer } = shown;
  switch (dialog.type) {
    case 'confirm':
      return {
        title: dialog.title,
        body: (
          <Question text={dialog.text} no={dialog.cancel ?? say('cancel')} yes={dialog.confirm} color={dialog.color} onAnswer={answer} />
        ),
      };
    case 'generate':
    case 'editPrompts':
    case 'conflict':
    case 'RemainingIntent':
    case 'CREATEiNTEGRATION':
      return { title: dialog.title, body: dialog.form(answer) };
    case 'deleteUtterances':
    case 'deleteTrainingPhrase':
    case 'deleteResponse':
    case 'deleteEntity':
    case 'deleteIntent':
    case 'deleteAgent':
    case 'deleteStory':
    case 'deletePrompt':
    case 'deleteDocument':
    case 'deleteVariable':
    case 'delete':
      return {
        title: say('deleteQuestion'),
        body: (
          <Question
            key={number}
            text={dialog.name}
            no={say('no')}
            yes={say('yes')}
            color="red"
            asksReason={dialog.asksReason}
            onAnswer={answer}
          />
        ),
      };
  }
}

function Question({
  text,
  no,
  yes,
  color,
  asksReason = false,
  onAnswer,
}: {
  text: ReactNode;
  no: string;
  yes: string;
  color: string | undefined;
  asksReason?: boolean | undefined;
  onAnswer: (isYes: boolean) => void;
}) {
  const [reason, setReason] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (asksReason) sayReason(reason);
    onAnswer(true);
  };
  return (
    <form onSubmit={handleSubmit} onKeyDown={submitByKeys}>
      {text ? (
        <Text component="div" size="sm" mb="md">
          {text}
        </Text>
      ) : null}
      {asksReason ? <ReasonField value={reason} onChange={setReason} mb="md" /> : null}
      <DialogActions submit={yes} cancel={no} isDangerous={color === 'red'} focusOn="cancel" onCancel={() => onAnswer(false)} />
    </form>
  );
}
