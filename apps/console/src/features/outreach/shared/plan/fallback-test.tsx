import { Button } from '@mantine/core';
import type { Fallback } from '@parley/contract';
import { IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { LateTestSend } from './late-test-send.tsx';
import type { PlanDraft } from './plan-draft.ts';
import { usePlanContent } from './use-plan-content.ts';

type FallbackTestProps = { campaignId: string; draft: PlanDraft; fallback: Fallback };

/** A test of the message over the other channel. */
export function FallbackTest({ campaignId, draft, fallback }: FallbackTestProps) {
  const say = useWords(campaignWords.plan);
  const [isTesting, setTesting] = useState(false);
  const content = usePlanContent(fallback);
  return (
    <>
      <Button
        variant="default"
        ms="xs"
        leftSection={<IconTestPipe size={16} aria-hidden />}
        disabled={!content.template || !content.channel}
        onClick={() => setTesting(true)}
      >
        {say('sendFallbackTest')}
      </Button>
      {isTesting ? (
        <LateTestSend
          campaignId={campaignId}
          draft={{ ...draft, plan: { ...draft.plan, ...fallback } }}
          content={content}
          onClose={() => setTesting(false)}
        />
      ) : null}
    </>
  );
}
