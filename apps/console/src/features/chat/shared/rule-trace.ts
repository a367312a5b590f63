import type { RuleCheck, RuleDeed } from '@parley/contract';
import { chatTraceWords } from '../../../locales/chat-trace.ts';

const say = chatTraceWords.line;
const sayFact = chatTraceWords.fact;
const sayDeed = chatTraceWords.deed;
const sayProblem = chatTraceWords.problem;
const sayOperator = chatTraceWords.operator;

/** One act of a rule, with the reason where it was skipped. */
function describeDeed({ kind, value, problem }: RuleDeed): string {
  const word = kind === 'tell' ? (value === 'owner' ? 'tell_owner' : 'tell_managers') : kind;
  const deed = sayDeed(word, { value: value || '?' });
  return problem === '' ? deed : say('skipped', { deed, problem: sayProblem(problem) });
}

export const describeDeeds = (deeds: readonly RuleDeed[]): string => deeds.map(describeDeed).join(', ');

const joined = (values: readonly string[]): string => values.map((value) => value || '–').join(', ') || say('nothing');

/** A condition with the values that were compared. */
export function describeCheck({ fact, attribute, operator, isNot, wanted, found }: RuleCheck): string {
  if (fact === 'attribute') {
    if (!attribute) return say('attributeGone');
    if (!operator) return say('attributeAsked', { attribute });
    return [attribute, sayOperator(operator), ...(wanted.length > 0 ? [joined(wanted)] : [])].join(' ');
  }
  const hasMany = fact === 'label' || fact === 'group' || fact === 'message';
  const word = hasMany ? (isNot ? 'wantedHasNot' : 'wantedHas') : isNot ? 'wantedNot' : 'wantedIs';
  return `${say(word, { fact: sayFact(fact), wanted: joined(wanted) })} (${say('found', { found: joined(found) })})`;
}
