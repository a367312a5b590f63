import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './insight.module.css';
import { sentimentQuery } from './insight.queries.ts';
import { SentimentForm } from './sentiment-form.tsx';
import { SentimentSamples } from './sentiment-samples.tsx';
import { SentimentTrend } from './sentiment-trend.tsx';

/** Customers' mood: the levels and their limits, the actions that a bad mood sets off, and the trend. */
export function SentimentPage() {
  const say = useWords(botWords.sentiment);
  const { botId = '' } = useParams({ strict: false });
  const [days, setDays] = useState(7);
  const sentiment = useQuery(sentimentQuery(botId, days));
  const { data } = sentiment;
  if (!data) {
    return sentiment.isError ? (
      <ErrorState error={sentiment.error} title={say('couldNotLoad')} onRetry={() => void sentiment.refetch()} />
    ) : (
      <Skeleton height={320} radius="md" />
    );
  }
  return (
    <div className={classes.layout}>
      <SentimentForm key={botId} botId={botId} settings={data.settings} version={data.version} />
      <SentimentTrend trend={data.trend} days={days} onDays={setDays} />
      <SentimentSamples botId={botId} samples={data.samples} />
    </div>
  );
}
