import { Button, Group, Stack } from '@mantine/core';
import { exitWords } from '@parley/ui/exits';
import { formatTimestamp } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { exitLabel } from '../../nodes/exit-label.ts';
import type { Play } from '../../play/play.ts';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';
import type { Act } from './act.ts';
import { CallForm } from './call-form.tsx';
import { Turn } from './turn.tsx';

/** The conversation so far, and the current wait of the walk. */
export function Talk({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const last = play.turns.length - 1;
  return (
    <div className={classes.bubbles} role="log" aria-label={say('talk')}>
      {play.turns.map((turn, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are told apart by their place alone
        <Turn key={place} turn={turn} play={play} isOpen={place >= last} act={act} />
      ))}
      {play.instance.wait?.kind === 'call' && <CallAnswers play={play} act={act} />}
      {play.instance.wait?.kind === 'agent' && (
        <Outside
          text={say('withAgent')}
          choices={(['returned', 'missed', 'outOfHours'] as const).map((exit) => ({
            label: exitWords(exit),
            onClick: () => act((one) => one.agent(exit)),
          }))}
        />
      )}
      {play.instance.wait?.kind === 'event' && (
        <Outside
          text={say('waitsForEvent', { event: play.instance.wait.event })}
          choices={[
            {
              label: say('eventComes'),
              onClick: () =>
                act((one) => (one.instance.wait?.kind === 'event' ? one.event(one.instance.wait.event, one.instance.wait.key) : one)),
            },
          ]}
        />
      )}
      {play.instance.wait?.kind === 'hours' && (
        <Outside
          text={say(play.instance.wait.dueAt === play.instance.wait.mostAt ? 'closedAtMost' : 'closedUntil', {
            time: formatTimestamp(play.instance.wait.dueAt),
          })}
          choices={[{ label: say('skipWait'), onClick: () => act((one) => one.skipToDue()) }]}
        />
      )}
      {play.isOver && (
        <div className={classes.line}>
          {say(`over_${play.instance.state as 'COMPLETED'}`)}
          {play.instance.outcome !== '' && ` · ${play.instance.outcome}`}
          {play.instance.reason !== '' && ` · ${say(`reason_${play.instance.reason}`)}`}
        </div>
      )}
    </div>
  );
}

/** Nothing leaves the house while a stream is tried: whoever tries it says what a call, or a bot, would answer. */
function CallAnswers({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const { document, node } = play.standing;
  if (node?.type !== 'talk.skill') return <CallForm play={play} act={act} />;
  return (
    <Outside
      text={say('withBot')}
      choices={[
        ...node.config.intents.map(({ id, intent }) => ({
          label: exitLabel(document, node, id),
          onClick: () => act((one) => one.skill('intent', intent.id)),
        })),
        { label: say('botGoesOn'), onClick: () => act((one) => one.skill('goesOn')) },
        ...(['notUnderstood', 'handOver'] as const).map((outcome) => ({
          label: exitWords(outcome),
          onClick: () => act((one) => one.skill(outcome)),
        })),
      ]}
    />
  );
}

function Outside({ text, choices }: { text: string; choices: { label: string; onClick: () => void }[] }) {
  return (
    <Stack gap={6} align="center">
      <div className={classes.line}>{text}</div>
      <Group gap={6} justify="center">
        {choices.map(({ label, onClick }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={onClick}>
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
