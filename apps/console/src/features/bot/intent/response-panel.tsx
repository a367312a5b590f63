import { ActionIcon, Skeleton, Switch, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { IntentDraft } from './intent-draft.ts';
import classes from './intents.module.css';

// The editor is the heaviest part of the screen, and few visits need it.
const ResponseEditor = late(() => import('./response-editor.tsx').then((module) => module.ResponseEditor));
const plugins = [remarkGfm];

export type ResponsePanelProps = {
  draft: IntentDraft;
  onChange: (edit: (draft: IntentDraft) => IntentDraft) => void;
  /** Receives the markdown of the open editor; null once it is added or dropped. */
  onType: (markdown: string | null) => void;
};

/** The one answer of an intent: its editor while there is none, or while it is edited (INTENT-045, INTENT-046). */
export function ResponsePanel({ draft, onChange, onType }: ResponsePanelProps) {
  const say = useWords(botWords.intent);
  const [isEditing, setEditing] = useState(false);
  const { response } = draft;
  const stopEditing = () => {
    setEditing(false);
    onType(null);
  };
  const keep = (next: string | null) => {
    onChange((old) => ({ ...old, response: next }));
    stopEditing();
  };
  const handleDelete = async () => {
    if (!(await confirmDelete('deleteResponse'))) return;
    keep(null);
    showToast('success', botWords.intentTexts('responseDeleted'));
  };

  return (
    <div className={classes.tabBody}>
      {response !== null && !isEditing ? (
        <>
          <article className={classes.response}>
            <div className={classes.responseText}>
              <Markdown remarkPlugins={plugins}>{response}</Markdown>
            </div>
            <div className={classes.rowActions}>
              <ActionIcon aria-label={say('editResponse')} onClick={() => setEditing(true)}>
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon aria-label={say('deleteResponse')} onClick={() => void handleDelete()}>
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          </article>
          <Text size="xs" c="dimmed" mt={6}>
            {say('oneResponse')}
          </Text>
        </>
      ) : (
        <>
          <Text size="sm" fw={550} mb={4}>
            {say('responseLabel')}
          </Text>
          <Text size="xs" c="dimmed" mb={6}>
            {say('responseHint')}
          </Text>
          <Suspense fallback={<Skeleton height={170} radius="md" />}>
            <ResponseEditor
              initial={response ?? ''}
              parameterNames={draft.parameters.map(({ name }) => name)}
              submitLabel={say(isEditing ? 'replaceResponse' : 'addResponse')}
              onSubmit={keep}
              onCancel={isEditing ? stopEditing : undefined}
              onType={onType}
            />
          </Suspense>
        </>
      )}
      <Switch
        mt="lg"
        label={say('handsOver')}
        description={say('handsOverHint')}
        checked={draft.handsOver}
        onChange={(event) => {
          const handsOver = event.currentTarget.checked;
          onChange((old) => ({ ...old, handsOver }));
        }}
      />
    </div>
  );
}
