import { Button, NumberInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import type { CallAnswer, Play } from '../../play/play.ts';
import { designerWords } from '../../words.ts';
import type { Act } from './act.ts';

/** Chooses the answer of a call: the node's sample, another answer, a failure, or an unknown outcome. */
export function CallForm({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const { node } = play.standing;
  const sample = node?.type === 'data.http' && node.config.sample !== '' ? node.config.sample : '{}';
  const [outcome, setOutcome] = useState<CallAnswer['outcome']>('DONE');
  const [status, setStatus] = useState(200);
  const [body, setBody] = useState(sample);
  let answer: unknown = null;
  let isWrong = false;
  try {
    answer = body.trim() === '' ? null : JSON.parse(body);
  } catch {
    isWrong = true;
  }
  return (
    <Stack gap={6} p="xs" style={{ border: '1px solid var(--app-line)', borderRadius: 10 }}>
      <Text size="sm" fw={550}>
        {say('callWaits')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={say('callOutcome')}
        data={(['DONE', 'FAILED', 'UNKNOWN'] as const).map((one) => ({ value: one, label: say(`outcome_${one}`) }))}
        value={outcome}
        onChange={(next) => setOutcome(next === 'FAILED' ? 'FAILED' : next === 'UNKNOWN' ? 'UNKNOWN' : 'DONE')}
      />
      {outcome === 'DONE' && (
        <NumberInput size="xs" label={say('status')} value={status} min={0} max={599} onChange={(next) => setStatus(Number(next) || 200)} />
      )}
      {outcome === 'DONE' && (
        <Textarea
          size="xs"
          label={say('answerBody')}
          autosize
          minRows={2}
          maxRows={8}
          value={body}
          error={isWrong ? say('noJson') : undefined}
          spellCheck={false}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <Button
        size="xs"
        disabled={outcome === 'DONE' && isWrong}
        onClick={() =>
          act((one) =>
            one.answer({
              outcome,
              status: outcome === 'DONE' ? status : 0,
              answer: outcome === 'DONE' ? answer : null,
              error: outcome === 'FAILED' ? 'failed' : '',
            }),
          )
        }
      >
        {say('answer')}
      </Button>
    </Stack>
  );
}
