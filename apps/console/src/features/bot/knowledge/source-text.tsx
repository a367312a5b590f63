import { Drawer, Skeleton, Stack } from '@mantine/core';
import type { KnowledgeSource } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { Headings } from './headings.tsx';
import classes from './knowledge.module.css';
import { sourceTextQuery, textPage } from './knowledge.queries.ts';

export type SourceTextProps = { botId: string; source: KnowledgeSource | undefined; onClose: () => void };

/** Text read from a source, beside the table. */
export function SourceText({ botId, source, onClose }: SourceTextProps) {
  const say = useWords(botWords.knowledge);
  // The last source stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(source);
  useEffect(() => {
    if (source) setDrawn(source);
  }, [source]);
  const shown = source ?? drawn;
  return (
    <Drawer
      opened={source !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={shown ? say('textTitle', { name: shown.name }) : undefined}
    >
      {shown ? <Passages key={shown.id} botId={botId} source={shown} /> : null}
    </Drawer>
  );
}

function Passages({ botId, source }: { botId: string; source: KnowledgeSource }) {
  const say = useWords(botWords.knowledge);
  const [from, setFrom] = useState(0);
  const text = useQuery(sourceTextQuery(botId, source, from));
  if (text.isError && !text.data) return <ErrorState error={text.error} onRetry={() => void text.refetch()} />;
  if (!text.data) return <Skeleton height={240} radius="md" />;
  const { passages, more } = text.data;
  if (passages.length === 0) return <EmptyState title={say('textEmpty')} />;
  return (
    <Stack gap="sm" aria-busy={text.isPlaceholderData}>
      {passages.map((passage) => (
        <div key={`${passage.page} ${passage.paragraph} ${passage.url}`} className={classes.passage}>
          <div className={classes.passageHead}>
            {passage.page > 0 ? <span>{say('page', { page: passage.page })}</span> : null}
            <span>{say('paragraph', { paragraph: passage.paragraph })}</span>
          </div>
          <Headings headings={passage.headings} />
          <p className={classes.passageText}>{passage.text}</p>
        </div>
      ))}
      <ListPager
        note={say('range', { from: from + 1, to: from + passages.length })}
        from={from}
        perPage={textPage}
        rowCount={passages.length}
        hasMore={more}
        isFetching={text.isPlaceholderData}
        onChange={setFrom}
      />
    </Stack>
  );
}
