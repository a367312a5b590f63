/** What of a stream is wrong (journeys.md 5). Errors stop publishing; warnings are listed. */
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
  'NO_TIMEOUT',
  'FALLBACK',
  'TRANSLATION',
  'SENSITIVE_OUT',
  'DEAD_CASE',
] as const;
export type FindingCode = (typeof findingCodes)[number];

const warnings = new Set<FindingCode>([
  'UNREACHABLE',
  'MAYBE_UNSET',
  'NO_TIMEOUT',
  'FALLBACK',
  'TRANSLATION',
  'SENSITIVE_OUT',
  'DEAD_CASE',
]);

/** @property node '' for the stream itself; @property field where in the node's config, '' for the node itself */
export type Finding = { code: FindingCode; level: 'error' | 'warning'; node: string; exit: string; field: string; text: string };

type Place = { node?: string; exit?: string; field?: string };
export const finding = (code: FindingCode, text: string, { node = '', exit = '', field = '' }: Place = {}): Finding => ({
  code,
  level: warnings.has(code) ? 'warning' : 'error',
  node,
  exit,
  field,
  text,
});
