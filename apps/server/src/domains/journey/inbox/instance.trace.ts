import type { LoggerLevel } from '@parley/contract';
import { type Comparison, mask, showComparison, type Visit } from '@parley/journey';
import type { StoredInput } from './input.repository.ts';

const longest = 500;

export type TracedInput = { kind: string; text: string };
export type TracedVisit = {
  stream: string;
  node: string;
  exit: string | null;
  comparisons: string[];
  sets: { name: string; value: string }[];
  warnings: string[];
};

/** Records an input for the trace of the walk. @param isSensitive the text answers a question whose answer nobody may read */
export function traceInput(input: StoredInput, isSensitive: boolean): TracedInput {
  const told = textOf(input);
  return { kind: input.kind, text: isSensitive && told !== '' ? mask : told.slice(0, longest).toWellFormed() };
}

function textOf(input: StoredInput): string {
  switch (input.kind) {
    case 'start':
      return input.text ?? '';
    case 'message':
      return input.text !== '' ? input.text : input.media.map(({ name }) => name).join(', ');
    case 'press':
      return input.item;
    case 'call':
      return input.error !== '' ? input.error : `${input.outcome}${input.status > 0 ? ` ${input.status}` : ''}`;
    case 'event':
      return [input.event, input.key].filter(Boolean).join(' ');
    case 'receipt':
      return input.receipt;
    case 'agent':
      return input.exit;
    case 'stop':
      return input.reason;
    case 'continue':
      return input.node;
    default:
      return '';
  }
}

const show = (comparison: Comparison): string => showComparison(comparison).slice(0, longest);

export const traceVisits = (visits: readonly Visit[]): TracedVisit[] =>
  visits.map(({ comparisons, ...visit }) => ({ ...visit, comparisons: comparisons.map(show) }));

type Traced = { input: TracedInput; visits: TracedVisit[] };

/** Cuts a turn to what the logger of its encap keeps: only what went wrong, the steps, or their values too. Counts are whole in any case. */
export function asLogged({ input, visits }: Traced, level: LoggerLevel | undefined): Traced {
  if (level === undefined || level === 'values') return { input, visits };
  const steps = visits.map((visit) => ({ ...visit, comparisons: [], sets: [] }));
  return {
    input: { kind: input.kind, text: '' },
    visits: level === 'steps' ? steps : steps.filter(({ warnings }) => warnings.length > 0),
  };
}
