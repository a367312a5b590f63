import { Button, Group, Text } from '@mantine/core';
import { type Activity, type ContentLetter, type ContentPart, faultWords } from '@parley/contract';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { sayFault } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { isRunning, progressQuery, useActivityChange } from '../shared/campaign.queries.ts';
import { ComparisonTable } from '../shared/comparison-table.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';

/** Results of the first part's contents so far; if the run waits for a choice, it is made here. */
export function ComparisonPanel({ activity, onOpen }: { activity: Activity; onOpen: (content: ContentPart) => void }) {
  const say = useWords(campaignWords.content);
  const { data } = useQuery({ ...progressQuery(activity.id, isRunning(activity)), meta: { isQuiet: true } });
  const [asked, setAsked] = useState<ContentLetter>();
  if (!data?.comparison) return null;
  const { contents, rule } = data.comparison;
  return (
    <Panel title={say('comparison')} text={say(`ruleText_${rule}`)}>
      <ComparisonTable comparison={data.comparison} onOpen={onOpen} />
      {activity.may.includes('choose') ? (
        <Group gap="sm" mt="md" role="group" aria-label={say('choose')}>
          <Text size="sm">{say('chooseText')}</Text>
          {contents.map(({ content }) => (
            <Button key={content} variant="default" leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setAsked(content)}>
              {say('chooseOne', { letter: content })}
            </Button>
          ))}
        </Group>
      ) : null}
      {asked ? <ChooseDialog activity={activity} content={asked} onClose={() => setAsked(undefined)} /> : null}
    </Panel>
  );
}

type ChooseDialogProps = { activity: Activity; content: ContentLetter; onClose: () => void };

function ChooseDialog({ activity: { id: activityId, quietUntil }, content, onClose }: ChooseDialogProps) {
  const say = useWords(campaignWords.content);
  const sayActivity = useWords(campaignWords.activity);
  const choose = useActivityChange((reason: string) => api.told.activities.choose({ params: { activityId }, body: { content, reason } }));
  return (
    <ReasonDialog
      title={say('chooseTitle', { letter: content })}
      text={say('chooseConfirm') + (quietUntil === '' ? '' : ` ${sayActivity('quietNow', { time: formatReportDate(quietUntil) })}`)}
      label={sayActivity('reason')}
      submit={say('chooseOne', { letter: content })}
      missing={sayFault(faultWords('activity.choose_reason'))}
      isBusy={choose.isPending}
      error={choose.error}
      onSubmit={(reason) =>
        choose.mutate(reason, {
          onSuccess: ({ message }) => {
            showToast('success', sayDone(message, 'saved'));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
