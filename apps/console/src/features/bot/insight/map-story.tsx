import { Badge, UnstyledButton } from '@mantine/core';
import { IconChecklist, IconChevronDown, IconChevronRight, IconHeadset } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { MapIntent, MapStory } from './map-filter.ts';
import classes from './story-map.module.css';
import { mapStop } from './use-map-keys.ts';

export type MapStoryBranchProps = { botId: string; story: MapStory; isFolded: boolean; onFold: (isFolded: boolean) => void };

/** A story with its intents below it. */
export function MapStoryBranch({ botId, story, isFolded, onFold }: MapStoryBranchProps) {
  const say = useWords(botWords.designer);
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <li data-story={story.id}>
      <UnstyledButton {...mapStop} className={classes.story} aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
        <Icon size={16} aria-hidden />
        <span>{story.name}</span> <span className={classes.quiet}>{say('intents', { count: story.intents.length })}</span>
      </UnstyledButton>
      {isFolded ? null : (
        <ul className={classes.intents}>
          {story.intents.length === 0 ? <li className={classes.quiet}>{say('emptyStory')}</li> : null}
          {story.intents.map((intent) => (
            <li key={intent.id}>
              <IntentNode botId={botId} storyId={story.id} intent={intent} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function IntentNode({ botId, storyId, intent }: { botId: string; storyId: string; intent: MapIntent }) {
  const say = useWords(botWords.designer);
  const { id, name, phraseCount, parameters, response, handsOver, testCount } = intent;
  return (
    <Link
      {...mapStop}
      to="/bots/$botId/intents"
      params={{ botId }}
      search={{ story: storyId, intent: id } as never}
      className={classes.intent}
    >
      <span className={classes.intentName}>{name}</span>
      <span className={classes.marks}>
        <span className={classes.quiet}>{say('phrases', { count: phraseCount })}</span>
        <Badge size="sm" color={testCount > 0 ? 'green' : 'gray'} leftSection={<IconChecklist size={12} aria-hidden />}>
          {testCount > 0 ? say('tests', { count: testCount }) : say('noTest')}
        </Badge>
        {handsOver ? (
          <Badge size="sm" color="blue" leftSection={<IconHeadset size={12} aria-hidden />}>
            {say('handsOver')}
          </Badge>
        ) : null}
      </span>
      {parameters.length > 0 ? (
        <span className={classes.marks}>
          <span className={classes.partName}>{say('parameters')}</span>
          {parameters.map(({ name: parameter, entity, required }) => (
            <Badge key={parameter} size="sm" color="gray" tt="none" title={entity}>
              {parameter}
              {required ? ` (${say('required')})` : null}
            </Badge>
          ))}
        </span>
      ) : null}
      <span className={classes.answer}>
        <span className={classes.partName}>{response ? `${say('answer')}: ` : say('noAnswer')}</span>
        {response}
      </span>
    </Link>
  );
}
