import type { ReportSource } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { walksOfMessages } from '../../journey/door.ts';
import { iterationsOf } from '../../outreach/door.ts';

type Sent = { messageId: string; source: string; resourceId: string; chatId: string | null; customerId: string | null };

/**
 * Finds the sources of these messages. A run of a campaign is that of an iteration or of its fallback; a message of a stream belongs to the
 * walk of one customer. A message that a program or the product itself has sent to one person names itself as its resource.
 */
export async function findSources(tx: Read, enterpriseId: string, rows: readonly Sent[]): Promise<Map<string, ReportSource>> {
  const of = (source: string) => rows.filter((row) => row.source === source);
  const iterations = await iterationsOf(tx, enterpriseId, [...new Set(of('CAMPAIGN').map(({ resourceId }) => resourceId))]);
  const walks = await walksOfMessages(
    tx,
    enterpriseId,
    of('JOURNEY').map(({ messageId }) => messageId),
  );
  const sourceOf = ({ messageId, source, resourceId, chatId, customerId }: Sent): ReportSource | undefined => {
    if (source === 'BROADCAST') return { kind: 'broadcast', id: resourceId };
    if (source === 'CAMPAIGN') return named('activity', iterations.get(resourceId)?.activityId);
    if (source === 'JOURNEY') return named('walk', walks.get(messageId)) ?? named('chat', chatId);
    if (resourceId !== messageId) return { kind: 'chat', id: chatId ?? resourceId };
    return named('customer', customerId) ?? { kind: 'message', id: messageId };
  };
  return new Map(
    rows.flatMap((row): [string, ReportSource][] => {
      const found = sourceOf(row);
      return found ? [[row.messageId, found]] : [];
    }),
  );
}

const named = (kind: ReportSource['kind'], id: string | null | undefined): ReportSource | undefined => (id ? { kind, id } : undefined);
