import {
  type ContentChoice,
  type ContentComparison,
  type ContentFigures,
  type ContentLetter,
  contentLetters,
  type LedgerStatus,
  type MeasuredShare,
} from '@parley/contract';
import { newcombe, shareOf, wilson } from './interval.ts';

/** Returns the share among the people to whom a content left, with its interval. */
export const measured = (count: number, of: number): MeasuredShare => ({ count, share: shareOf({ count, of }), ...wilson({ count, of }) });

export const letterOf = (number: number | null): ContentLetter | '' => (number === null ? '' : (contentLetters[number - 1] ?? ''));
type Sent = { status: LedgerStatus; contentNumber: number | null };
/** Returns the content of a ledger row: its own in the first part, otherwise the chosen one as soon as it leaves. */
export function contentOf({ status, contentNumber }: Sent, chosen: number | null): ContentLetter | '' {
  if (contentNumber !== null) return letterOf(contentNumber);
  return status === 'QUEUED' || status === 'SKIPPED' ? '' : letterOf(chosen);
}

export const numberOf = (letter: ContentLetter): number => contentLetters.indexOf(letter) + 1;

type Ranked = Pick<ContentComparison, 'best' | 'second' | 'difference' | 'isClear'>;
/** The figures by which contents are compared. */
type Compared = Pick<ContentFigures, 'content' | 'left' | ContentChoice['measure']>;

/** The best and the second by a measure; of equal ones the first of the plan. A content that has left for nobody is none of them. */
export function rank(contents: readonly Compared[], measure: ContentChoice['measure']): Ranked {
  const [best, second] = contents.filter(({ left }) => left > 0).sort((one, other) => other[measure].share - one[measure].share);
  if (!best) return { best: '', second: '', difference: null, isClear: false };
  if (!second) return { best: best.content, second: '', difference: null, isClear: false };
  const countsOf = (one: Compared) => ({ count: one[measure].count, of: one.left });
  const difference = newcombe(countsOf(best), countsOf(second));
  return { best: best.content, second: second.content, difference, isClear: difference.low > 0 };
}

/** Returns the choice of the approved rule; undefined: somebody has to choose. */
export function chosenByRule({ rule, best, isClear }: Pick<ContentComparison, 'rule' | 'best' | 'isClear'>): ContentLetter | undefined {
  if (best === '' || rule === 'hand') return undefined;
  return rule === 'best' || isClear ? best : undefined;
}
