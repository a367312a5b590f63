import { Badge, Button } from '@mantine/core';
import { builderPermissions, emotionLabels, type SentimentLevel } from '@parley/contract';
import { IconFlag, IconMoodNeutral } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { MayChange } from '../../account/shared/may.tsx';
import classes from './insight.module.css';
import { useMarkWrong } from './insight.queries.ts';
import { levelLooks } from './level-look.ts';

type Sample = { turnId: string; text: string; emotion: string; level: SentimentLevel; isWrong: boolean; at: string };

/** Messages to judge the judgement by. */
export function SentimentSamples({ botId, samples }: { botId: string; samples: readonly Sample[] }) {
  const say = useWords(botWords.sentiment);
  const { mutate: markWrong } = useMarkWrong(botId);
  const columns = useMemo<DataColumn<Sample>[]>(() => {
    const nameOf = (emotion: string) => {
      const known = emotionLabels.find((label) => label === emotion);
      return known ? say(known === 'neutral' ? 'neutralEmotion' : known) : emotion;
    };
    return [
      {
        id: 'message',
        header: say('message'),
        cell: ({ text, isWrong }) => (
          <div className={classes.sample} data-wrong={isWrong || undefined}>
            {text}
          </div>
        ),
      },
      { id: 'emotion', header: say('emotion'), cell: ({ emotion }) => nameOf(emotion) },
      {
        id: 'level',
        header: say('level'),
        cell: ({ level }) => {
          const { color, icon: Icon } = levelLooks[level];
          return (
            <Badge size="sm" color={color} leftSection={<Icon size={12} aria-hidden />}>
              {say(level)}
            </Badge>
          );
        },
      },
      { id: 'at', header: say('at'), cell: ({ at }) => <time dateTime={at}>{formatReportDate(at)}</time> },
      {
        id: 'judgement',
        header: say('judgement'),
        isPinned: true,
        width: 110,
        cell: ({ turnId, text, isWrong }) => (
          <MayChange any={builderPermissions}>
            <Button
              size="compact-sm"
              variant={isWrong ? 'filled' : 'default'}
              color="red"
              leftSection={<IconFlag size={13} />}
              aria-pressed={isWrong}
              aria-label={say('wrongOf', { text })}
              onClick={() => markWrong({ turnId, isWrong: !isWrong })}
            >
              {say('wrong')}
            </Button>
          </MayChange>
        ),
      },
    ];
  }, [say, markWrong]);
  return (
    <Panel title={say('samples')} text={say('samplesHint')}>
      <DataTable
        label={say('samples')}
        columns={columns}
        rows={samples}
        getRowId={({ turnId }) => turnId}
        getRowName={({ text }) => text}
        empty={<EmptyState icon={IconMoodNeutral} title={say('noSamples')} />}
      />
    </Panel>
  );
}
