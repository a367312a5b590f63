import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { type JourneyItem, type JourneyReplay, replayDays } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from '../shared/stream.module.css';
import { replayQuery, useStartReplay } from './replay.queries.ts';
import { GoneTable, PartingTable } from './replay-tables.tsx';

const days = Array.from({ length: replayDays.most }, (_, index) => replayDays.most - index);

/** The people of the last days in the draft: who would go elsewhere (journeys 9). */
export function ReplayPanel({ journey, versions }: { journey: JourneyItem; versions: readonly number[] }) {
  const say = useWords(journeyWords.replay);
  const replay = useQuery(replayQuery(journey.id));
  const start = useStartReplay();
  const canPlay = useCan(['JOURNEYS.EDIT']);
  const [asked, setAsked] = useState({ version: versions[0] ?? 0, days: replayDays.most as number });
  const isRunning = replay.data?.state === 'running';
  return (
    <Panel title={say('title')} text={say('text')}>
      {canPlay ? (
        <Group gap="sm" align="flex-end">
          <Select
            label={say('version')}
            allowDeselect={false}
            data={versions.map(String)}
            value={String(asked.version)}
            onChange={(version) => setAsked({ ...asked, version: Number(version) })}
          />
          <Select
            label={say('days')}
            allowDeselect={false}
            data={days.map((count) => ({ value: String(count), label: say('lastDays', { count }) }))}
            value={String(asked.days)}
            onChange={(count) => setAsked({ ...asked, days: Number(count) })}
          />
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={start.isPending || isRunning}
            onClick={() => start.mutate({ journeyId: journey.id, ...asked })}
          >
            {say(replay.data ? 'again' : 'start')}
          </Button>
        </Group>
      ) : null}
      {start.error ? <SaveFailure error={start.error} /> : null}
      {replay.isError ? <ErrorState error={replay.error} onRetry={() => void replay.refetch()} /> : null}
      {replay.data ? <Result replay={replay.data} isOutdated={replay.data.revision !== journey.revision} /> : null}
    </Panel>
  );
}

function Result({ replay, isOutdated }: { replay: JourneyReplay; isOutdated: boolean }) {
  const say = useWords(journeyWords.replay);
  const { state, walks, looked, same, elsewhere, uncompared, cut } = replay;
  if (state === 'running')
    return (
      <div>
        <Text size="sm" role="status">
          {say('running', { looked, walks })}
        </Text>
        <Progress mt="xs" value={walks === 0 ? 0 : (looked / walks) * 100} aria-label={say('progress')} />
      </div>
    );
  const others = uncompared.reduce((sum, { walks: count }) => sum + count, 0);
  return (
    <Stack gap="sm">
      {state === 'failed' ? <Alert color="red">{say('failed')}</Alert> : null}
      {isOutdated ? <Alert color="yellow">{say('outdated')}</Alert> : null}
      {state === 'done' && walks === 0 ? (
        <Text size="sm" role="status">
          {say('nobody', { version: replay.version })}
        </Text>
      ) : null}
      {looked === 0 ? null : (
        <>
          <div role="status">
            <dl className={classes.figures} data-wide>
              {Object.entries({ same, elsewhere, uncompared: others }).map(([what, count]) => (
                <div key={what}>
                  <dt>{say(what as 'same' | 'elsewhere' | 'uncompared')}</dt>
                  <dd className="tabular">{formatNumber(count)}</dd>
                </div>
              ))}
            </dl>
          </div>
          {uncompared.length === 0 ? null : (
            <Text size="sm" c="dimmed">
              {uncompared.map(({ why, walks: count }) => say('gapCount', { why: say(`gap_${why}`), walks: count })).join(' · ')}
            </Text>
          )}
          {cut === '' ? null : <Alert color="yellow">{say(`cut_${cut}`, { looked, walks })}</Alert>}
          {elsewhere === 0 ? <Text size="sm">{say('allSame')}</Text> : null}
        </>
      )}
      {elsewhere === 0 ? null : (
        <>
          <PartingTable partings={replay.partings} />
          <GoneTable gone={replay.gone} all={elsewhere} />
        </>
      )}
    </Stack>
  );
}
