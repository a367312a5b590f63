import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { type Activity, type ContentLetter, contentsOf } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { activityKeys } from '../shared/campaign.queries.ts';
import { ContentTabs } from '../shared/plan/content-tabs.tsx';
import { planOfContent } from '../shared/plan/plan-contents.ts';
import type { PlanContent } from '../shared/plan/use-plan-content.ts';
import { PreviewPanel } from '../shared/preview-panel.tsx';
import { fromColumnMapping } from '../shared/send-draft.ts';

const previewed = 10;

/** The message as the first ten people of the audience read it, or anybody of it by number. */
export function MessagePanel({ activity, contents }: { activity: Activity; contents: readonly [PlanContent, ...PlanContent[]] }) {
  const [letter, setLetter] = useState<ContentLetter>('A');
  const say = useWords(campaignWords.activity);
  const [typed, setTyped] = useState('');
  const [number, setNumber] = useState('');
  const { id: activityId, version, plan } = activity;
  const place = Math.max(
    0,
    contentsOf(plan).findIndex((one) => one.letter === letter),
  );
  const content = contents[place] ?? contents[0];
  const { message, columnMapping } = planOfContent(plan, place);
  const previews = useQuery({
    queryKey: [...activityKeys.all, 'preview', activityId, version, number, letter],
    queryFn: async ({ signal }) =>
      (
        await api.activities.preview({ params: { activityId }, query: { number, count: previewed, content: letter } }, { signal })
      ).previews.map(({ address, name, values, missing }) => ({ number: address, name, values, missing })),
    enabled: message.template.templateUId !== '',
    retry: false,
    meta: { isQuiet: true },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setNumber(typed.trim());
  };
  if (!content.mayRead) return <Panel title={say('message')}>{say('mayNotRead')}</Panel>;
  const { template: chosen } = message;
  return (
    <ContentTabs plan={plan} letter={letter} onLetter={setLetter}>
      {content.isGone ? (
        <Panel title={say('message')}>{say('templateGone')}</Panel>
      ) : content.template ? (
        <PreviewPanel
          key={`${letter} ${number}`}
          template={content.template}
          draft={{ values: fromColumnMapping(columnMapping), media: chosen.media, cards: chosen.cards.map(({ media }) => media) }}
          previews={previews.data ?? []}
        />
      ) : chosen.templateUId === '' ? (
        <Panel title={say('message')}>{say('noTemplate')}</Panel>
      ) : (
        <Skeleton height={280} radius="md" />
      )}
      <form onSubmit={handleSubmit}>
        <Group gap="xs" align="flex-end" mt="sm" wrap="nowrap">
          <TextInput
            flex={1}
            label={say('previewNumber')}
            inputMode="tel"
            maxLength={320}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={previews.isFetching}>
            {say('show')}
          </Button>
        </Group>
        <Text size="sm" c="red" role="status">
          {previews.error
            ? describeFailure(previews.error).message
            : number !== '' && previews.data?.length === 0
              ? say('whyNotThere', { name: number, interpolation: { escapeValue: false } })
              : ''}
        </Text>
      </form>
    </ContentTabs>
  );
}
