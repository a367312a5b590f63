import { activityStates, type ContentComparison, contentsOf, type RunCounts } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { countContents } from '../../messaging/door.run.ts';
import { countClickedOfContents } from '../link/link.repository.ts';
import type { ActivityRow } from '../row/activity.repository.ts';
import { letterOf, measured, rank } from './content.rules.ts';

const nothing: RunCounts = { audience: 0, skipped: 0, failed: 0, inFlight: 0, unknown: 0, delivered: 0, read: 0, byReason: [] };
const leftOf = ({ byReason }: RunCounts): number =>
  byReason.reduce((sum, { status, count }) => (status === 'QUEUED' || status === 'SKIPPED' ? sum : sum + count), 0);

type Compared = Pick<
  ActivityRow,
  'enterpriseId' | 'activityId' | 'plan' | 'runId' | 'runState' | 'stateNow' | 'pauseReason' | 'chosenContent'
>;

const isCompared = ({ plan, runId }: Compared): boolean => plan.choice !== null && plan.contents.length > 0 && runId !== null;

/** The contents of an iteration beside each other, out of the counts of the ledger; null where it has one, or has not started. */
export const compareContents = async (tx: Read, row: Compared): Promise<ContentComparison | null> =>
  (await compareAllContents(tx, row.enterpriseId, [row])).get(row.activityId) ?? null;

/** The same of many iterations, those without a comparison left out, by two questions. */
export async function compareAllContents(
  tx: Read,
  enterpriseId: string,
  all: readonly Compared[],
): Promise<Map<string, ContentComparison>> {
  const rows = all.filter(isCompared);
  const idsOf = (some: readonly Compared[]) => some.map(({ activityId }) => activityId);
  if (rows.length === 0) return new Map();
  const [counted, clicked] = await Promise.all([
    countContents(tx, enterpriseId, idsOf(rows)),
    countClickedOfContents(tx, enterpriseId, idsOf(rows.filter(({ plan }) => plan.tracking.links))),
  ]);
  return new Map(
    rows.flatMap((row) => {
      const comparison = compareOne(row, counted.get(row.activityId), clicked.get(row.activityId) ?? new Map());
      return comparison ? [[row.activityId, comparison] as const] : [];
    }),
  );
}

function compareOne(
  row: Compared,
  counts: ReadonlyMap<number, RunCounts> | undefined,
  clicked: ReadonlyMap<number, number>,
): ContentComparison | null {
  const { plan } = row;
  const { choice } = plan;
  if (!choice) return null;
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
    isWaiting: row.stateNow === activityStates.paused && row.pauseReason === 'CHOICE',
  };
}
