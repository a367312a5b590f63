import { reasonTexts, type WhyFallback } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { type FallbackOf, findOutcome } from './outcome.repository.ts';

/**
 * Explains somebody's result on the other channel, by the message that did not reach them; null if none was tried.
 * @param show hides addresses from users who may not see them
 */
export async function explainFallback(
  tx: Read,
  of: FallbackOf,
  messageId: string,
  show: (address: string) => string,
): Promise<WhyFallback | null> {
  if (of.fallbackRunId === null) return null;
  const line = await findOutcome(tx, of, messageId);
  if (!line) return null;
  const [status, reason] = [line.status ?? '', line.reason ?? ''];
  return {
    number: line.address === null ? '' : show(line.address),
    status,
    reason,
    reasonText: reasonTexts[reason as keyof typeof reasonTexts] ?? '',
    willGet: status !== 'SKIPPED' && status !== 'FAILED',
  };
}
