import { Button, Group, Textarea } from '@mantine/core';
import type { Activity } from '@parley/contract';
import { type FormEvent, useRef, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useMe } from '../../account/shared/me.ts';
import { useActivityChange } from '../shared/campaign.queries.ts';
import { LogTimeline } from '../shared/log-timeline.tsx';

/** Events of an iteration, with the questions and answers of its makers and checkers, the newest first. */
export function LogPanel({ activity }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const { entries, may } = activity;
  return (
    <Panel title={say('log')}>
      {may.includes('comment') ? <CommentForm activity={activity} /> : null}
      <LogTimeline entries={entries} />
    </Panel>
  );
}

/** A question of a checker, or an answer of a maker; nothing else changes by it. */
function CommentForm({ activity }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const me = useMe();
  const [text, setText] = useState('');
  const requestKey = useRef(crypto.randomUUID());
  const comment = useActivityChange((body: { text: string; requestKey: string }) =>
    api.activities.comment({ params: { activityId: activity.id }, body }),
  );
  const isOwn = me !== undefined && [activity.maker.id, activity.submittedBy.id].includes(me.uId);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    comment.mutate(
      { text: text.trim(), requestKey: requestKey.current },
      {
        onSuccess: () => {
          setText('');
          requestKey.current = crypto.randomUUID();
        },
      },
    );
  };
  return (
    <form onSubmit={handleSubmit}>
      <Textarea
        label={say(isOwn ? 'answer' : 'ask')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={text}
        error={comment.error ? describeFailure(comment.error).message : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="xs" mb="md">
        <Button type="submit" size="xs" variant="default" loading={comment.isPending} disabled={text.trim() === ''}>
          {say(isOwn ? 'sendAnswer' : 'askMaker')}
        </Button>
      </Group>
    </form>
  );
}
