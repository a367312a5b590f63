import { Alert } from '@mantine/core';
import type { IntegrationOutcome } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';

/** Outcome of a test, in the service's own words. */
export function ServiceOutcome({ outcome: { isWorking, reason, tookMs, reply, embedding } }: { outcome: IntegrationOutcome }) {
  const say = useWords(integrationWords.service);
  const isGood = isWorking && embedding?.isWorking !== false;
  const said = isWorking ? say(reply ? 'worksSaying' : 'works', { ms: tookMs, reply }) : say('fails', { reason });
  return (
    <Alert color={isGood ? 'green' : 'red'} role="status" style={{ overflowWrap: 'anywhere' }}>
      {said}
      {embedding ? (
        <div>{embedding.isWorking ? say('embeds', { dimension: embedding.dimension }) : say('fails', { reason: embedding.reason })}</div>
      ) : null}
    </Alert>
  );
}
