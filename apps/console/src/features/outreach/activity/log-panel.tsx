import { Button, Group, Textarea } from '@mantine/core';
import type { Activity } from '@parley/contract';
import { useRef } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
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
  const form = useForm({ initial: { text: '' } });
  const requestKey = useRef(crypto.randomUUID());
  const comment = useActivityChange((body: { text: string; requestKey: string }) =>
    api.activities.comment({ params: { activityId: activity.id }, body }),
  );
  const isOwn = me !== undefined && [activity.maker.id, activity.submittedBy.id].includes(me.uId);
  const isEmpty = form.draft.text.trim() === '';
  const handleSubmit = (sent: typeof form.draft) => {
    if (isEmpty) return;
    comment.mutate(
      { text: sent.text.trim(), requestKey: requestKey.current },
      {
        onSuccess: () => {
          // More may have been typed while it was on its way.
          if (form.getDraft() === sent) form.reset();
          requestKey.current = crypto.randomUUID();
        },
      },
    );
  };
  return (
    <form onSubmit={form.submit(handleSubmit)}>
      <Textarea
        label={say(isOwn ? 'answer' : 'ask')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.field('text')}
        error={comment.error ? describeFailure(comment.error).message : undefined}
      />
      <Group justify="flex-end" mt="xs" mb="md">
        <Button type="submit" size="xs" variant="default" loading={comment.isPending} disabled={isEmpty}>
          {say(isOwn ? 'sendAnswer' : 'askMaker')}
        </Button>
      </Group>
    </form>
  );
}
