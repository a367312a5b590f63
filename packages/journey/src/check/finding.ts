import { fillSlots } from '@parley/contract/faults';
import type { FaultCode } from '../expression/fault.ts';
import { type FindingText, findingTexts, type SlotsOf } from './finding-texts.ts';

/** Codes of the findings in a stream (journeys.md 5). Errors stop publishing; warnings are listed. */
export const findingCodes = [
  'NO_START',
  'EXIT_MISSING',
  'LOOP',
  'EXPRESSION',
  'VARIABLE_NEVER_SET',
  'REF_GONE',
  'TEMPLATE_NOT_APPROVED',
  'OVER_LIMIT',
  'SUB_CYCLE',
  'SECRET_IN_TEXT',
  'SETTING',
  'UNREACHABLE',
  'MAYBE_UNSET',
  'WINDOW_RISK',
  'NO_TIMEOUT',
  'UNANSWERED',
  'FALLBACK',
  'TRANSLATION',
  'SENSITIVE_OUT',
  'DEAD_CASE',
  'COST',
  'UNTESTED',
] as const;
export type FindingCode = (typeof findingCodes)[number];

const warnings = new Set<FindingCode>([
  'UNREACHABLE',
  'MAYBE_UNSET',
  'WINDOW_RISK',
  'NO_TIMEOUT',
  'UNANSWERED',
  'FALLBACK',
  'TRANSLATION',
  'SENSITIVE_OUT',
  'DEAD_CASE',
  'COST',
  'UNTESTED',
]);

/**
 * @property node '' for the stream itself
 * @property field where in the node's config, '' for the node itself
 * @property text in English
 * @property what the key of the text, or of an expression's fault; '' where there is the English text alone
 * @property slots the values in it; a reader's language groups the numbers among them
 * @property way the nodes of a way on which it happens, from the start to its node; none where it happens on each
 */
export type Finding = {
  code: FindingCode;
  level: 'error' | 'warning';
  node: string;
  exit: string;
  field: string;
  text: string;
  what: FindingText | FaultCode | 'never_equal' | '';
  slots: Record<string, string | number>;
  way: string[];
};

type Place = { node?: string; exit?: string; field?: string };
export const finding = <Key extends FindingText>(
  code: FindingCode,
  what: Key,
  place: Place,
  slots: SlotsOf<Key>,
  way: string[] = [],
): Finding => ({
  ...placed(code, place),
  text: fillSlots(findingTexts[what], slots),
  what,
  slots,
  way,
});

/** Makes a finding of an expression's fault, in the fault's own English words. */
export const expressionFinding = (code: FindingCode, fault: { code: Finding['what']; text: string }, place: Place): Finding => ({
  ...placed(code, place),
  text: fault.text,
  what: fault.code,
  slots: {},
  way: [],
});

const placed = (code: FindingCode, { node = '', exit = '', field = '' }: Place) => ({
  code,
  level: warnings.has(code) ? ('warning' as const) : ('error' as const),
  node,
  exit,
  field,
});
