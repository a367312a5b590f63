import { ActionIcon, Alert, Button, FileButton, Progress, Switch, Text } from '@mantine/core';
import { IconCircleCheck, IconFileTypePdf, IconTrash, IconUpload, IconX } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { formatBytes, shortenFileName } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './knowledge.module.css';
import { useRemoveDocument } from './knowledge.queries.ts';
import { type PendingFile, usePendingFiles } from './use-pending-files.ts';

export type DocumentsPanelProps = {
  botId: string;
  isOn: boolean;
  documents: readonly { fileName: string }[];
  error?: string | undefined;
  switchRef: RefObject<HTMLInputElement | null>;
  onToggle: (isOn: boolean) => void;
};

/** Tells whether documents are known, and which; uploads and deletions take effect at once. */
export function DocumentsPanel({ botId, isOn, documents, error, switchRef, onToggle }: DocumentsPanelProps) {
  const say = useWords(botWords.knowledge);
  const pending = usePendingFiles(
    botId,
    documents.map(({ fileName }) => fileName),
  );
  const remove = useRemoveDocument(botId);
  const resetChooser = useRef<() => void>(null);

  const handleRemove = async (fileName: string) => {
    if (!(await confirmDelete('deleteDocument', fileName))) return;
    remove.mutate(fileName, {
      onSuccess: () => {
        pending.forget(fileName);
        showToast('success', botWords.knowledgeTexts('fileRemoved'));
      },
      onError: tellFailure,
    });
  };

  return (
    <Panel title={say('documents')}>
      <Switch ref={switchRef} label={say('fromDocuments')} checked={isOn} onChange={(event) => onToggle(event.currentTarget.checked)} />
      <div>
        <FileButton
          multiple
          accept="application/pdf,.pdf"
          disabled={!isOn}
          resetRef={resetChooser}
          inputProps={{ 'aria-label': say('choose'), tabIndex: -1, disabled: !isOn }}
          onChange={(chosen) => {
            pending.choose(chosen);
            // So that a cleared file can be chosen again.
            resetChooser.current?.();
          }}
        >
          {(props) => (
            <Button {...props} variant="default" disabled={!isOn} leftSection={<IconFileTypePdf size={16} />}>
              {say('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" mt={4}>
          {say(isOn ? 'chooseHint' : 'chooseOff')}
        </Text>
      </div>
      {error ? (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      ) : null}
      <h3 className={classes.subTitle}>{say('pending')}</h3>
      {pending.files.length === 0 ? (
        <Text size="sm" c="dimmed">
          {botWords.knowledgeTexts('noFile')}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={say('pending')}>
          {pending.files.map((entry) => (
            <PendingRow key={entry.id} entry={entry} onClear={() => pending.clear(entry)} onUpload={() => void pending.upload(entry)} />
          ))}
        </ul>
      )}
      <h3 className={classes.subTitle}>{say('uploadedList')}</h3>
      {documents.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noDocument')}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={say('uploadedList')}>
          {documents.map(({ fileName }) => (
            <li key={fileName} className={classes.item}>
              <span className={classes.itemName}>{fileName}</span>
              <ActionIcon aria-label={say('remove', { name: fileName })} onClick={() => void handleRemove(fileName)}>
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type PendingRowProps = { entry: PendingFile; onClear: () => void; onUpload: () => void };

function PendingRow({ entry: { file, state, ratio, reason }, onClear, onUpload }: PendingRowProps) {
  const say = useWords(botWords.knowledge);
  const isStill = state === 'pending' || state === 'failed';
  return (
    <li className={classes.item}>
      <span className={classes.itemName} title={file.name}>
        {shortenFileName(file.name)}{' '}
        <Text span size="xs" c="dimmed" className="tabular">
          {formatBytes(file.size)}
        </Text>
      </span>
      {state === 'uploaded' ? (
        <Text span size="xs" c="green" className={classes.hint} role="status">
          <IconCircleCheck size={14} aria-hidden /> {say('uploaded')}
        </Text>
      ) : null}
      <ActionIcon aria-label={say('upload', { name: file.name })} disabled={!isStill} onClick={onUpload}>
        <IconUpload size={16} />
      </ActionIcon>
      <ActionIcon aria-label={say('clear', { name: file.name })} onClick={onClear}>
        <IconX size={16} />
      </ActionIcon>
      {state === 'sending' ? (
        <div className={classes.itemProgress}>
          <Progress value={ratio * 100} animated={ratio >= 1} aria-label={say('uploadingOf', { name: shortenFileName(file.name) })} />
        </div>
      ) : null}
      {state === 'failed' ? (
        <Text size="xs" c="red" className={classes.itemProgress} role="alert">
          {reason}
        </Text>
      ) : null}
    </li>
  );
}
