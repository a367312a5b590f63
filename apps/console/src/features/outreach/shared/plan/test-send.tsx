import { Button, Modal } from '@mantine/core';
import type { Fallback } from '@parley/contract';
import { IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { fromColumnMapping } from '../send-draft.ts';
import { SendForm } from '../send-form.tsx';
import type { PlanDraft } from './plan-draft.ts';
import { type PlanContent, usePlanContent } from './use-plan-content.ts';

/** A test goes to so many numbers at most (screens 3.2). */
const mostTested = 10;

type TestSendProps = { campaignId: string; draft: PlanDraft; content: PlanContent; onClose: () => void };

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

type FallbackTestProps = { campaignId: string; draft: PlanDraft; fallback: Fallback };

/** The same for the message over the other channel. */
export function FallbackTest({ campaignId, draft, fallback }: FallbackTestProps) {
  const say = useWords(campaignWords.plan);
  const [isTesting, setTesting] = useState(false);
  const content = usePlanContent(fallback);
  return (
    <>
      <Button
        variant="default"
        ml="xs"
        leftSection={<IconTestPipe size={16} aria-hidden />}
        disabled={!content.template || !content.channel}
        onClick={() => setTesting(true)}
      >
        {say('sendFallbackTest')}
      </Button>
      {isTesting ? (
        <TestSend
          campaignId={campaignId}
          draft={{ ...draft, plan: { ...draft.plan, ...fallback } }}
          content={content}
          onClose={() => setTesting(false)}
        />
      ) : null}
    </>
  );
}
