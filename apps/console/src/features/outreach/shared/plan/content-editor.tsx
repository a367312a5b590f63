import { Alert } from '@mantine/core';
import { type CampaignPlan, partOf } from '@parley/contract';
import { useState } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { ContentFields } from '../content-fields.tsx';
import { faultAt, type PlanFaults } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';

type EditedContent = Pick<CampaignPlan, 'channelId' | 'message' | 'columnMapping'>;

type ContentEditorProps = {
  given: EditedContent;
  content: PlanContent;
  /** Faults by field of the given content */
  faults: PlanFaults;
  /** True for a further content: all contents use the channel of the first */
  isChannelFixed?: boolean;
  onChange: (part: Partial<EditedContent>) => void;
};

/** Keeps a content picked just now on screen until it is refetched. */
export function usePickedContent({ channelId, message }: EditedContent, content: PlanContent) {
  const [picked, setPicked] = useState(content.template);
  const [channel, setChannel] = useState(content.channel);
  return {
    template: content.template ?? (picked?.id === message.template.templateUId ? picked : undefined),
    channel: content.channel ?? (channel?.id === channelId ? channel : undefined),
    setPicked,
    setChannel,
  };
}

/** A channel, an approved template of it, and its media. Another channel has other templates, and another template other values. */
export function ContentEditor({
  given,
  content,
  faults,
  picked: { template, channel, setPicked, setChannel },
  isChannelFixed = false,
  onChange,
}: ContentEditorProps & { picked: ReturnType<typeof usePickedContent> }) {
  const say = useWords(campaignWords.plan);
  const { template: chosen } = given.message;
  const mediaFault = faultAt(faults, 'message.template.media') ?? faultAt(faults, 'message.template.cards');
  return (
    <>
      <ContentFields
        channelId={given.channelId}
        channel={channel}
        isChannelFixed={isChannelFixed}
        template={template}
        full={template}
        media={chosen.media}
        cards={chosen.cards.map(({ media }) => media)}
        faults={{
          channel: faults.channelId ?? faults.channel,
          template: faults['message.template'] ?? faults['message.template.templateUId'],
        }}
        onChannel={(next) => {
          setChannel(next);
          onChange({ channelId: next?.id ?? '', message: { template: { templateId: '', templateUId: '', cards: [] } }, columnMapping: [] });
        }}
        onTemplate={(next) => {
          setPicked(next);
          const count = next ? (partOf(next.components, 'CAROUSEL')?.cards.length ?? 0) : 0;
          onChange({
            message: {
              template: { templateId: next?.name ?? '', templateUId: next?.id ?? '', cards: Array.from({ length: count }, () => ({})) },
            },
            columnMapping: [],
          });
        }}
        onMedia={(media) => {
          const { media: _before, ...rest } = chosen;
          onChange({ message: { template: media ? { ...rest, media } : rest } });
        }}
        onCards={(next) => onChange({ message: { template: { ...chosen, cards: next.map((media) => (media ? { media } : {})) } } })}
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
    </>
  );
}
