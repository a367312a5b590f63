import { Modal } from '@mantine/core';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { fromColumnMapping } from '../send-draft.ts';
import { SendForm } from '../send-form.tsx';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';

/** A test goes to so many numbers at most (screens 3.2). */
const mostTested = 10;

export type TestSendProps = { campaignId: string; draft: PlanDraft; content: PlanContent; onClose: () => void };

/** The message of the plan to a few numbers, by the form of broadcasts (CAMP-075). */
export function TestSend({ campaignId, draft, content: { channel, template }, onClose }: TestSendProps) {
  const say = useWords(campaignWords.plan);
  const { message, columnMapping } = draft.plan;
  if (!channel || !template) return null;
  return (
    <Modal opened onClose={onClose} title={say('sendTest')} size="80rem" closeOnClickOutside={false}>
      <SendForm
        embedded
        resourceType="CAMPAIGN"
        resourceId={campaignId}
        channel={channel}
        content={{
          template,
          media: message.template.media,
          cards: message.template.cards.map(({ media }) => media),
          values: fromColumnMapping(columnMapping),
        }}
        mostNumbers={mostTested}
        onClose={onClose}
      />
    </Modal>
  );
}
