import { Button, NumberInput, Progress, Stack, Text } from '@mantine/core';
import { sandboxLoadLimit } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { loadQuery, useMakeLoad } from './sandbox.queries.ts';

/** Invented customers to send to. */
export function LoadPanel({ channelId, canAct }: { channelId: string; canAct: boolean }) {
  const say = useWords(channelWords.sandbox);
  const make = useMakeLoad(channelId);
  const [count, setCount] = useState<number | string>(1000);
  const [wanted, setWanted] = useState(0);
  const load = useQuery(loadQuery(channelId, wanted > 0));
  const there = load.data?.customerCount ?? 0;
  const isGrowing = wanted > there;

  return (
    <Panel title={say('load')} text={say('loadText', { group: load.data?.groupName ?? '' })}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {say('loadThere', { count: there })}
        </Text>
        {isGrowing ? <Progress value={(there / wanted) * 100} animated aria-label={say('loadStarted')} /> : null}
        {canAct ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const asked = Number(count);
              make.mutate(asked, {
                onSuccess: () => {
                  setWanted(asked);
                  showToast('success', say('loadStarted'));
                },
              });
            }}
          >
            <Stack gap="xs">
              <NumberInput
                label={say('loadCount')}
                min={1}
                max={sandboxLoadLimit}
                clampBehavior="strict"
                thousandSeparator=","
                value={count}
                onChange={setCount}
              />
              <Button type="submit" variant="light" loading={make.isPending} disabled={!(Number(count) >= 1)}>
                {say('loadMake')}
              </Button>
            </Stack>
          </form>
        ) : null}
      </Stack>
    </Panel>
  );
}
