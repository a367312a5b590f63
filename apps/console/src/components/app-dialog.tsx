import { Button, Group, Modal, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { getOpenedDialog, type Opened, subscribeDialog } from '../lib/dialogs.ts';

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
    <Modal opened={Boolean(current)} onClose={() => current?.answer(false)} title={content?.title} size="sm">
      {content?.body}
    </Modal>
  );
}

function useDialogBody(shown: Opened | undefined): DialogBody | undefined {
  const { t } = useTranslation();
  if (!shown) return undefined;
  const { dialog, answer } = shown;
  switch (dialog.type) {
    case 'confirm':
      return {
        title: dialog.title,
        body: (
          <Question
            text={dialog.text}
            no={dialog.cancel ?? t('common.cancel')}
            yes={dialog.confirm}
            color={dialog.color}
            onAnswer={answer}
          />
        ),
      };
    case 'generate':
    case 'editPrompts':
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
        title: t('common.deleteQuestion'),
        body: <Question text={dialog.name} no={t('common.no')} yes={t('common.yes')} color="red" onAnswer={answer} />,
      };
  }
}

function Question({
  text,
  no,
  yes,
  color,
  onAnswer,
}: {
  text: ReactNode;
  no: string;
  yes: string;
  color: string | undefined;
  onAnswer: (isYes: boolean) => void;
}) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(true);
  };
  return (
    <form onSubmit={handleSubmit}>
      {text ? (
        <Text component="div" size="sm" mb="md">
          {text}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {no}
        </Button>
        <Button type="submit" color={color}>
          {yes}
        </Button>
      </Group>
    </form>
  );
}
