import { Alert, Anchor, Badge, Button, Text, TextInput } from '@mantine/core';
import type { KnowledgePassage } from '@parley/contract';
import { IconCircleCheck, IconCircleMinus, IconExternalLink, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { Headings } from './headings.tsx';
import classes from './knowledge.module.css';
import { useSearchKnowledge } from './knowledge.queries.ts';

/** Shows the passages found for a question, and whether the bot would answer from them. */
export function SearchTest({ botId }: { botId: string }) {
  const say = useWords(botWords.knowledge);
  const search = useSearchKnowledge(botId);
  const [question, setQuestion] = useState('');
  const passages = search.data;

  return (
    <Panel title={say('test')} text={say('testHint')}>
      <form
        className={classes.question}
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') search.mutate(question.trim());
        }}
      >
        <TextInput
          label={say('question')}
          placeholder={say('questionPlaceholder')}
          maxLength={2000}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" leftSection={<IconSearch size={15} />} loading={search.isPending}>
          {say('find')}
        </Button>
      </form>
      <div role="status">
        {search.error ? <Alert color="red">{describeFailure(search.error).message}</Alert> : null}
        {passages?.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say('foundNothing')}
          </Text>
        ) : null}
        {passages && passages.length > 0 && !passages.some(({ isRelevant }) => isRelevant) ? (
          <Alert color="yellow">{say('noneRelevant')}</Alert>
        ) : null}
      </div>
      {passages && passages.length > 0 ? (
        <ol className={classes.list} aria-label={say('found')}>
          {passages.map((passage) => (
            <FoundPassage key={`${passage.sourceId} ${passage.page} ${passage.paragraph} ${passage.url}`} passage={passage} />
          ))}
        </ol>
      ) : null}
    </Panel>
  );
}

function FoundPassage({ passage }: { passage: KnowledgePassage }) {
  const say = useWords(botWords.knowledge);
  const { text, answer, isRelevant, page, paragraph, sourceName, title, headings, score, url } = passage;
  return (
    <li className={classes.passage}>
      <div className={classes.passageHead}>
        <Badge
          size="sm"
          color={isRelevant ? 'green' : 'gray'}
          leftSection={isRelevant ? <IconCircleCheck size={12} aria-hidden /> : <IconCircleMinus size={12} aria-hidden />}
        >
          {say(isRelevant ? 'passes' : 'below')}
        </Badge>
        <strong>{title || sourceName}</strong>
        {page > 0 ? <span>{say('page', { page })}</span> : null}
        <span>{say('paragraph', { paragraph })}</span>
        <Text span size="xs" c="dimmed" className="tabular">
          {say('score', { score: formatNumber(score, 2) })}
        </Text>
        {url ? (
          <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
            <IconExternalLink size={12} aria-hidden /> {say('open')}
          </Anchor>
        ) : null}
      </div>
      <Headings headings={headings} />
      <p className={classes.passageText}>
        {answer ? (
          <>
            {text.slice(0, answer.start)}
            <mark>{text.slice(answer.start, answer.end)}</mark>
            {text.slice(answer.end)}
          </>
        ) : (
          text
        )}
      </p>
    </li>
  );
}
