import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core';
import { builderPermissions, type Story } from '@parley/contract';
import { IconChevronRight, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { isToldAlready } from '../../../lib/api.ts';
import { confirmBin } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { BotStart } from './bot-start.tsx';
import { storiesQuery, toStoryRows, useRemoveStory, useSaveStory } from './intent.queries.ts';
import classes from './intents.module.css';

export type StoryPanelProps = {
  botId: string;
  onOpen: (storyId: string) => void;
  onCreateIntent: () => void;
  onCreateFirst: (storyId: string) => void;
};

/** Story mode of the left panel: the tree of stories, one input to search it and one to add to it. */
export function StoryPanel({ botId, onOpen, onCreateIntent, onCreateFirst }: StoryPanelProps) {
  const say = useWords(botWords.intent);
  const stories = useQuery(storiesQuery(botId));
  const save = useSaveStory(botId);
  const remove = useRemoveStory(botId);
  const [search, setSearch] = useState('');
  const [newName, setNewName] = useState('');
  const [editedId, setEditedId] = useState<string>();
  const rootId = stories.data?.id ?? '';
  const rows = toStoryRows(stories.data);
  const wanted = search.trim().toLowerCase();
  const shown = wanted === '' ? rows : rows.filter(({ story }) => story.name.toLowerCase().includes(wanted));

  const addStory = async (name: string) => {
    if (await tellSaved(name, () => save.mutateAsync({ name: name.trim(), parentId: rootId }))) setNewName('');
  };
  /** An intent needs a story, which nobody who begins knows: this makes one, by its name to be changed, and opens an intent in it. */
  const createFirst = (parentId: string) =>
    save.mutate(
      { name: say('firstStory'), parentId },
      { onSuccess: ({ answer }) => onCreateFirst(answer.id), onError: (error) => tellFailure(error) },
    );
  const handleDelete = async (story: Story) => {
    if (!(await confirmBin('deleteStory', story.name))) return;
    remove.mutate(story.id, {
      onSuccess: ({ message }) => showToast('success', inEnglish(message) || botWords.storyTexts('deleted')),
      onError: tellFailure,
    });
  };

  return (
    <>
      <div className={classes.panelHead}>
        <h2>{say('stories')}</h2>
      </div>
      <div className={classes.panelTools}>
        <May any={builderPermissions}>
          <Button fullWidth size="compact-sm" variant="light" leftSection={<IconPlus size={14} />} onClick={onCreateIntent}>
            {say('createIntent')}
          </Button>
        </May>
        <TextInput
          type="search"
          size="xs"
          aria-label={say('searchStories')}
          placeholder={say('searchStories')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <May any={builderPermissions}>
          <TextInput
            size="xs"
            aria-label={say('addStory')}
            placeholder={say('addStory')}
            title={say('addStoryHint')}
            maxLength={100}
            value={newName}
            onChange={(event) => setNewName(event.currentTarget.value)}
            onKeyDown={(event) => onEnter(event, () => void addStory(newName))}
          />
        </May>
      </div>
      <div className={classes.panelBody}>
        <CardList
          label={say('stories')}
          query={stories}
          rows={stories.data && shown}
          getRowId={({ story }) => story.id}
          getRowProps={({ depth }) => ({ className: classes.item, style: { paddingInlineStart: wanted === '' ? depth * 16 : 0 } })}
          card={({ story }) =>
            editedId === story.id ? (
              <StoryNameInput botId={botId} story={story} onEnd={() => setEditedId(undefined)} />
            ) : (
              <>
                <UnstyledButton
                  className={classes.itemName}
                  aria-label={say('openStory', { name: story.name })}
                  onClick={() => onOpen(story.id)}
                >
                  <span>{story.name}</span>
                  <IconChevronRight size={14} aria-hidden />
                </UnstyledButton>
                <May any={builderPermissions}>
                  <ActionIcon size="sm" aria-label={say('editStory', { name: story.name })} onClick={() => setEditedId(story.id)}>
                    <IconPencil size={14} />
                  </ActionIcon>
                  <ActionIcon size="sm" aria-label={say('deleteStory', { name: story.name })} onClick={() => void handleDelete(story)}>
                    <IconTrash size={14} />
                  </ActionIcon>
                </May>
              </>
            )
          }
          className={classes.list}
          loading={{ count: 3, height: 30 }}
          empty={
            rows.length === 0 ? (
              <EmptyState
                order={3}
                title={say('noStories')}
                text={say('noStoriesText')}
                action={
                  <May any={builderPermissions}>
                    <BotStart botId={botId} onCreateFirst={() => createFirst(rootId)} isCreating={save.isPending} />
                  </May>
                }
              />
            ) : (
              <EmptyState order={3} title={say('noStoryMatches')} />
            )
          }
        />
      </div>
    </>
  );
}

function onEnter(event: KeyboardEvent, work: () => void): void {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) work();
}

/** @returns whether it was saved; what came of it is told */
async function tellSaved(name: string, write: () => Promise<{ message: string } | undefined>): Promise<boolean> {
  if (name.trim() === '') {
    showToast('error', botWords.storyTexts('invalid'));
    return false;
  }
  try {
    const saved = await write();
    if (saved) showToast('success', inEnglish(saved.message) || botWords.storyTexts('saved'));
    return saved !== undefined;
  } catch (error) {
    if (isToldAlready(error)) return false;
    const { code, message } = describeFailure(error);
    showToast('error', code === 'story.name_taken' ? botWords.storyTexts('duplicate') : message);
    return false;
  }
}

/** Enter saves, Escape leaves the name as it was (STORY-003). */
function StoryNameInput({ botId, story, onEnd }: { botId: string; story: Story; onEnd: () => void }) {
  const say = useWords(botWords.intent);
  const save = useSaveStory(botId);
  const [text, setText] = useState(story.name);
  const loaded = (of: Story) => ({ values: { name: of.name }, version: of.version });
  const versioned = useVersionedForm({
    typed: { name: text },
    latest: loaded(story),
    load: async (client) => {
      const rows = toStoryRows(await client.fetchQuery({ ...storiesQuery(botId), staleTime: 0 }));
      return loaded(rows.find((row) => row.story.id === story.id)?.story ?? gone());
    },
    onTake: (values) => setText(values.name),
  });
  const handleSave = async () => {
    const write = () =>
      versioned.save(({ name }, version = story.version) =>
        save.mutateAsync({ id: story.id, parentId: story.parentId ?? '', name: name.trim(), version }),
      );
    if (await tellSaved(text, write)) onEnd();
  };
  return (
    <TextInput
      size="xs"
      flex={1}
      autoFocus
      aria-label={say('storyName', { name: story.name })}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        onEnter(event, () => void handleSave());
        if (event.key === 'Escape') onEnd();
      }}
    />
  );
}
