import { Alert } from '@mantine/core';
import { partOf } from '@parley/contract';
import { useState } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from '../broadcast.module.css';
import { ContentFields } from '../content-fields.tsx';
import { PreviewPanel } from '../preview-panel.tsx';
import { fromColumnMapping } from '../send-draft.ts';
import plan from './plan.module.css';
import { type ChangePlan, faultAt, type PlanDraft, type PlanFaults } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';

type MessageStepProps = { draft: PlanDraft; content: PlanContent; faults: PlanFaults; onPlan: ChangePlan };

/** The channel, an approved template of it, and its media, beside the phone that shows them. */
export function MessageStep({ draft, content, faults, onPlan }: MessageStepProps) {
  const say = useWords(campaignWords.plan);
  const { channelId, message, columnMapping } = draft.plan;
  const { template: chosen } = message;
  // What was picked a moment ago is shown until it is read anew.
  const [picked, setPicked] = useState(content.template);
  const template = content.template ?? (picked?.id === chosen.templateUId ? picked : undefined);
  const [channel, setChannel] = useState(content.channel);
  const shownChannel = content.channel ?? (channel?.id === channelId ? channel : undefined);
  const mediaFault = faultAt(faults, 'message.template.media') ?? faultAt(faults, 'message.template.cards');
  const cards = chosen.cards.map(({ media }) => media);
  return (
    <div className={classes.layout}>
      <div className={plan.fields}>
        <ContentFields
          channelId={channelId}
          channel={shownChannel}
          isChannelFixed={false}
          template={template}
          full={template}
          media={chosen.media}
          cards={cards}
          faults={{
            channel: faults.channelId ?? faults.channel,
            template: faults['message.template'] ?? faults['message.template.templateUId'],
          }}
          onChannel={(next) => {
            setChannel(next);
            onPlan({ channelId: next?.id ?? '', message: { template: { templateId: '', templateUId: '', cards: [] } }, columnMapping: [] });
          }}
          onTemplate={(next) => {
            setPicked(next);
            const count = next ? (partOf(next.components, 'CAROUSEL')?.cards.length ?? 0) : 0;
            onPlan({
              message: {
                template: { templateId: next?.name ?? '', templateUId: next?.id ?? '', cards: Array.from({ length: count }, () => ({})) },
              },
              columnMapping: [],
            });
          }}
          onMedia={(media) => {
            const { media: _before, ...rest } = chosen;
            onPlan({ message: { template: media ? { ...rest, media } : rest } });
          }}
          onCards={(next) => onPlan({ message: { template: { ...chosen, cards: next.map((media) => (media ? { media } : {})) } } })}
        />
        {content.isGone ? <Alert color="red">{say('templateGone')}</Alert> : null}
        {template && template.status !== 'APPROVED' ? (
          <Alert color="yellow">{say('templateNotReady', { status: template.status })}</Alert>
        ) : null}
        {mediaFault ? (
          <Alert color="red" role="alert">
            {mediaFault}
          </Alert>
        ) : null}
      </div>
      <aside className={classes.side}>
        <PreviewPanel template={template} draft={{ values: fromColumnMapping(columnMapping), media: chosen.media, cards }} previews={[]} />
      </aside>
    </div>
  );
}
