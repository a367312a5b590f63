import { ActionIcon, Alert, Button, Switch, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './knowledge.module.css';

export type WebsitePanelProps = {
  isOn: boolean;
  urls: readonly string[];
  error?: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  onToggle: (isOn: boolean) => void;
  onUrls: (urls: string[]) => void;
};

const longestUrl = 2000;
/** An address is checked for emptiness alone (KB-025). */
const checkUrl = (url: string) => url.trim() === '' && botWords.knowledgeTexts('urlEmpty');

/** Tells whether websites are known, and which. */
export function WebsitePanel({ isOn, urls, error, inputRef, onToggle, onUrls }: WebsitePanelProps) {
  const say = useWords(botWords.knowledge);
  const form = useForm({ initial: { url: '' }, check: ({ url }) => ({ url: checkUrl(url) }) });
  const [edited, setEdited] = useState<number>();

  const handleAdd = ({ url }: typeof form.draft) => {
    onUrls([...urls, url.trim()]);
    form.reset();
  };
  const handleRemove = (index: number) => {
    onUrls(urls.filter((_, at) => at !== index));
    showToast('success', botWords.knowledgeTexts('urlRemoved'));
  };
  const handleEdited = (index: number, url: string) => {
    onUrls(urls.map((old, at) => (at === index ? url : old)));
    setEdited(undefined);
  };

  return (
    <Panel title={say('website')} text={say('untilUpdate')}>
      <Switch label={say('fromWebsite')} checked={isOn} onChange={(event) => onToggle(event.currentTarget.checked)} />
      <form className={classes.add} noValidate onSubmit={form.submit(handleAdd)}>
        <TextInput
          ref={inputRef}
          label={say('url')}
          placeholder={say('urlPlaceholder')}
          type="url"
          inputMode="url"
          maxLength={longestUrl}
          {...form.field('url')}
        />
        <Button type="submit" variant="default" className={classes.addButton} leftSection={<IconPlus size={15} />}>
          {say('add')}
        </Button>
      </form>
      {error ? (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      ) : null}
      {urls.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noUrl')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {urls.map((url, index) =>
            edited === index ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice
              <li key={index} className={classes.item}>
                <UrlEditor url={url} onKeep={(next) => handleEdited(index, next)} onDrop={() => setEdited(undefined)} />
              </li>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice
              <li key={index} className={classes.item}>
                <span className={classes.itemName}>{url}</span>
                <ActionIcon aria-label={say('edit', { name: url })} onClick={() => setEdited(index)}>
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon aria-label={say('remove', { name: url })} onClick={() => handleRemove(index)}>
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ),
          )}
        </ul>
      )}
    </Panel>
  );
}

function UrlEditor({ url, onKeep, onDrop }: { url: string; onKeep: (url: string) => void; onDrop: () => void }) {
  const say = useWords(botWords.knowledge);
  const form = useForm({ initial: { changedUrl: url }, check: ({ changedUrl }) => ({ changedUrl: checkUrl(changedUrl) }) });
  const handleKeep = form.submit(({ changedUrl }) => onKeep(changedUrl.trim()));
  return (
    <>
      <TextInput
        className={classes.itemName}
        size="xs"
        aria-label={say('editUrl')}
        data-autofocus
        autoFocus
        type="url"
        maxLength={longestUrl}
        {...form.field('changedUrl')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) handleKeep();
          if (event.key === 'Escape') onDrop();
        }}
      />
      <ActionIcon aria-label={say('keep')} onClick={() => handleKeep()}>
        <IconCheck size={16} />
      </ActionIcon>
      <ActionIcon aria-label={say('drop')} onClick={onDrop}>
        <IconX size={16} />
      </ActionIcon>
    </>
  );
}
