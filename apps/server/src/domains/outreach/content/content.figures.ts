import { type ContentComparison, contentsOf, type RunCounts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { countContents } from '../../messaging/door.ts';
import type { ActivityRow } from '../activity/activity.repository.ts';
import { countClickedOfContents } from '../link/link.repository.ts';
import { letterOf, measured, rank } from './content.rules.ts';

const nothing: RunCounts = { audience: 0, skipped: 0, failed: 0, inFlight: 0, delivered: 0, read: 0, byReason: [] };
const leftOf = ({ byReason }: RunCounts): number =>
  byReason.reduce((sum, { status, count }) => (status === 'QUEUED' || status === 'SKIPPED' ? sum : sum + count), 0);

type Compared = Pick<
  ActivityRow,
  'enterpriseId' | 'activityId' | 'plan' | 'runId' | 'runState' | 'stateNow' | 'pauseReason' | 'chosenContent'
>;

/** The contents of an iteration beside each other, out of the counts of the ledger; null where it has one, or has not started. */
export async function compareContents(tx: Tx, row: Compared): Promise<ContentComparison | null> {
  const { enterpriseId, activityId, plan } = row;
  const { choice } = plan;
  if (!choice || plan.contents.length === 0 || row.runId === null) return null;
  const [counted, clicked] = await Promise.all([
    countContents(tx, enterpriseId, [activityId]),
    plan.tracking.links ? countClickedOfContents(tx, enterpriseId, activityId) : new Map<number, number>(),
  ]);
  const counts = counted.get(activityId);
  const contents = contentsOf(plan).map(({ letter, name, message }, place) => {
    const own = counts?.get(place + 1) ?? nothing;
    const left = leftOf(own);
    return {
      content: letter,
      name,
      templateName: message.template.templateId,
      counts: own,
      left,
      delivered: measured(own.delivered, left),
      read: measured(own.read, left),
      clicked: measured(clicked.get(place + 1) ?? 0, left),
    };
  });
  return {
    ...choice,
    ...rank(contents, choice.measure),
    contents,
    rest: { counts: counts?.get(0) ?? nothing, clicked: clicked.get(0) ?? 0 },
    chosen: letterOf(row.chosenContent),
    isWaiting: row.stateNow === 3 && row.pauseReason === 'CHOICE',
  };
}
