import { customerFields, type JourneyRuleKind } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import { nameCampaigns } from '../../outreach/door.ts';
import { findRefs } from './ref.repository.ts';

type Rule = { kind: JourneyRuleKind; word: string };
const wordsOf = (rules: readonly Rule[], kind: JourneyRuleKind) => rules.flatMap((rule) => (rule.kind === kind ? [rule.word] : []));

/** The names of what rules name by their word, as far as the actor may see it. */
export async function nameAbout(tx: Read, actor: Actor, rules: readonly Rule[]): Promise<Map<string, string>> {
  const campaigns = await nameCampaigns(tx, actor, wordsOf(rules, 'campaign'));
  const values = await nameValues(tx, actor.enterpriseId, wordsOf(rules, 'attribute'));
  return new Map([...campaigns, ...values, ...(await nameSets(tx, actor.enterpriseId, wordsOf(rules, 'schedule')))]);
}

async function nameSets(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = { search: '', ids, within: '', limit: ids.length };
  const sets = [...(await findRefs(tx, enterpriseId, 'group', named)), ...(await findRefs(tx, enterpriseId, 'label', named))];
  return new Map(sets.map(({ id, name }) => [id, name]));
}

/** Returns names of attributes by their ids, and of fields that every customer has. */
export async function nameValues(tx: Read, enterpriseId: string, words: readonly string[]): Promise<Map<string, string>> {
  const own = customerFields.flatMap(({ name, label }) => (words.includes(name) ? [[name, label] as const] : []));
  if (own.length === words.length) return new Map(own);
  const attributes = await findRefs(tx, enterpriseId, 'attribute', { search: '', ids: words, within: '', limit: words.length });
  return new Map([...own, ...attributes.map(({ id, name }) => [id, name] as const)]);
}
