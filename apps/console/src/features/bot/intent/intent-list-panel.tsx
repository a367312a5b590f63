import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core';
import { builderPermissions, type IntentRow } from '@parley/contract';
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { intentListQuery, useRemoveIntent } from './intent.queries.ts';
import classes from './intents.module.css';

const searchDelayMs = 300; // INTENT-002

export type IntentListPanelProps = {
  botId: string;
  storyId: string;
  storyName: string;
  openId: string;
  name: string;
  onSearch: (name: string) => void;
  onBack: () => void;
  onOpen: (intentId: string) => void;
  onCreate: () => void;
  onDeleted: (intentId: string) => void;
};

/** Intent mode of the left panel: the intents of one story. */
export function IntentListPanel(props: IntentListPanelProps) {
  const { botId, storyId, storyName, openId, name } = props;
  const say = useWords(botWords.intent);
  const list = useInfiniteQuery(intentListQuery(botId, storyId, name));
  const remove = useRemoveIntent(botId);
  const intents = list.data?.pages.flatMap((page) => page.intents);

  const handleDelete = async (intent: IntentRow) => {
    if (!(await confirmBin('deleteIntent', intent.name))) return;
    remove.mutate(
      { storyId: intent.storyId, intentId: intent.id },
      {
        onSuccess: ({ message }) => {
          showToast('success', inEnglish(message) || botWords.intentTexts('deleted'));
          props.onDeleted(intent.id);
        },
        onError: tellFailure,
      },
    );
  };

  return (
    <>
      <div className={classes.panelHead}>
        <ActionIcon aria-label={say('backToStories')} title={say('backToStories')} onClick={props.onBack}>
          <IconArrowLeft size={16} />
        </ActionIcon>
        <h2>{storyName}</h2>
      </div>
      <div className={classes.panelTools}>
        <May any={builderPermissions}>
          <Button fullWidth size="compact-sm" variant="light" leftSection={<IconPlus size={14} />} onClick={props.onCreate}>
            {say('createIntent')}
          </Button>
        </May>
        <SearchBox
          size="xs"
          aria-label={say('searchIntents')}
          placeholder={say('searchIntents')}
          maxLength={200}
          delayMs={searchDelayMs}
          value={name}
          onSearch={props.onSearch}
        />
      </div>
      <div className={classes.panelBody}>
        <CardList
          label={say('intents', { story: storyName })}
          query={list}
          rows={intents}
          getRowId={({ id }) => id}
          getRowProps={({ id }) => ({ className: classes.item, 'data-open': id === openId || undefined })}
          card={(intent) => (
            <>
              <UnstyledButton
                className={classes.itemName}
                aria-current={intent.id === openId || undefined}
                onClick={() => props.onOpen(intent.id)}
              >
                <span>{intent.name}</span>
                <Text span size="xs" c="dimmed" className="tabular">
                  {say('phraseCount', { count: intent.utteranceCount })}
                </Text>
              </UnstyledButton>
              <May any={builderPermissions}>
                <ActionIcon size="sm" aria-label={say('deleteIntent', { name: intent.name })} onClick={() => void handleDelete(intent)}>
                  <IconTrash size={14} />
                </ActionIcon>
              </May>
            </>
          )}
          className={classes.list}
          loading={{ count: 3, height: 34 }}
          empty={
            <EmptyState
              order={3}
              title={say(name === '' ? 'noIntents' : 'noIntentMatches')}
              text={name === '' ? say('noIntentsText') : undefined}
            />
          }
          more={{ label: say('showMore'), button: { fullWidth: true, size: 'compact-sm', variant: 'subtle', color: 'gray' } }}
        />
      </div>
    </>
  );
}
