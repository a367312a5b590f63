import { type LedgerStatus, numberSpellings, reasonTexts, type WhyFallback } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ActivityRow } from '../row/activity.repository.ts';

type FirstMessage = { address: string | null; status: LedgerStatus | null; reason: string | null };
type Of = Pick<ActivityRow, 'enterpriseId' | 'activityId' | 'fallbackRunId'>;

/**
 * Explains somebody's result on the other channel, by the message that did not reach them; null if none was tried.
 * @param show hides addresses from users who may not see them
 */
export async function explainFallback(tx: Read, of: Of, messageId: string, show: (address: string) => string): Promise<WhyFallback | null> {
  if (of.fallbackRunId === null) return null;
  const { rows } = await sql<FirstMessage>`
    select m.address, m.status, m.reason from activity_fallbacks f
      left join messages m on m.enterprise_id = f.enterprise_id and m.resource_id = ${of.fallbackRunId} and m.number = f.place
    where f.enterprise_id = ${of.enterpriseId} and f.activity_id = ${of.activityId} and f.message_id = ${messageId}`.execute(tx);
  const [line] = rows;
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

/** The first message of somebody whom the fallback has tried at this address. */
export async function findFirstOf(tx: Read, of: Of, address: string): Promise<string | undefined> {
  if (of.fallbackRunId === null) return undefined;
  const { rows } = await sql<{ messageId: string }>`
    select f.message_id from messages m join activity_fallbacks f
      on f.enterprise_id = m.enterprise_id and f.activity_id = ${of.activityId} and f.place = m.number
    where m.enterprise_id = ${of.enterpriseId} and m.address = any(${numberSpellings(address)}::text[]) and m.resource_id = ${of.fallbackRunId}
    order by m.status = 'SKIPPED', m.number limit 1`.execute(tx);
  return rows[0]?.messageId;
}
