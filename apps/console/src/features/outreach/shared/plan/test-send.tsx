import { Loader, Modal } from '@mantine/core';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { fromColumnMapping } from '../send-draft.ts';
import { SendForm } from '../send-form.tsx';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';
import { useTestPage, withTestPage } from './use-test-page.ts';

/** A test goes to so many numbers at most (screens 3.2). */
const mostTested = 10;

export type TestSendProps = { campaignId: string; draft: PlanDraft; content: PlanContent; onClose: () => void };

/** The message of the plan to a few numbers, by the form of broadcasts (CAMP-075). */
export function TestSend({ campaignId, draft, content: { channel, template }, onClose }: TestSendProps) {
  const say = useWords(campaignWords.plan);
  const { message, columnMapping, page } = draft.plan;
  const test = useTestPage(page);
  if (!channel || !template) return null;
  const values = fromColumnMapping(columnMapping);
  return (
    <Modal opened onClose={onClose} title={say('sendTest')} size="80rem" closeOnClickOutside={false}>
      {page && test.error ? (
        <SaveFailure error={test.error} />
      ) : page && !test.data ? (
        <Loader size="sm" aria-label={say('page')} />
      ) : (
        <SendForm
          embedded
          resourceType="CAMPAIGN"
          resourceId={campaignId}
          channel={channel}
          content={{
            template,
            media: message.template.media,
            cards: message.template.cards.map(({ media }) => media),
            values: test.data ? withTestPage(values, test.data.url, template.components) : values,
          }}
          mostNumbers={mostTested}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
