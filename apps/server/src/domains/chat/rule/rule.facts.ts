import type { RuleEvent } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { compareAttributes } from '../../customer/door.ts';
import { hasAgents } from '../access/chat.people.ts';
import { listTakingOver } from '../desk/desk.repository.ts';
import type { ChatRow } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { messageLanguage } from '../settings/settings.rules.ts';
import { findRuleFacts } from './rule.repository.ts';
import { type Applied, applyRules, attributeConditions, idsOf, keyOf, type Rule, type RuleFacts } from './rule.rules.ts';

/** Returns the code of a language as people and browsers write it: `hi` for Hindi and hi-IN; '' for none. */
export function languageCode(language: string | null, visitLanguage: string | null): string {
  const written = language?.trim() || visitLanguage?.trim() || '';
  if (messageLanguage(written, undefined) === 'hi') return 'hi';
  const [code = ''] = written.toLowerCase().split(/[-_]/);
  return code === 'english' ? 'en' : code;
}

type FactsOfChat = { facts: RuleFacts; customerName: string };

/** Compares the customer by the conditions that rules have on attributes; where none has any, nobody is asked. */
async function readAttributes(
  tx: Tx,
  { enterpriseId, customerId }: Pick<ChatRow, 'enterpriseId' | 'customerId'>,
  rules: readonly Pick<Rule, 'groups'>[],
): Promise<RuleFacts['attributes']> {
  const asked = attributeConditions(rules);
  const conditions = asked.map(({ attributeId, operator, values }) => ({ field: attributeId, operator, values }));
  const found = await compareAttributes(tx, enterpriseId, customerId, conditions);
  return new Map(asked.flatMap((one, place) => (found[place] ? [[keyOf(one), found[place]] as const] : [])));
}

/** Reads all that these rules compare of a chat. @param text of the customer's message; '' of other events */
export async function readFacts(
  tx: Tx,
  chat: ChatRow,
  rules: readonly Pick<Rule, 'groups' | 'acts'>[],
  text: string,
): Promise<FactsOfChat> {
  const row = await findRuleFacts(tx, chat, idsOf(rules.map(({ groups, acts }) => ({ groups: [...groups], acts: [...acts] }))));
  const facts: RuleFacts = {
    channelId: chat.channelId,
    deptId: chat.deptId,
    priority: chat.priority,
    labelIds: row.labelIds,
    groupIds: row.groupIds,
    language: languageCode(row.language, row.visitLanguage),
    text,
    attributes: await readAttributes(tx, chat, rules),
    isEnded: !isOpen(chat),
    isOwned: isOpen(chat) && chat.ownerId !== null,
    isOffered: row.isOffered,
    labels: new Map(row.labels.map(({ id, ...label }) => [id, label])),
    departments: new Map(row.departments.map(({ id, name }) => [id, { name }])),
    channelNames: new Map(row.channels.map(({ id, name }) => [id, name])),
    groupNames: new Map(row.groups.map(({ id, name }) => [id, name])),
  };
  return { facts, customerName: row.customerName };
}

/**
 * Finds what rules do. Somebody must handle chats where a rule moves one: that is asked for departments to which a chat would go, and not for
 * all that rules name.
 */
export async function applyServed(
  tx: Tx,
  enterpriseId: string,
  rules: readonly Rule[],
  event: RuleEvent,
  facts: RuleFacts,
): Promise<Applied> {
  const departments = new Map(facts.departments);
  for (;;) {
    const applied = applyRules(rules, event, { ...facts, departments });
    const target = applied.acts
      .flatMap(({ act }) => (act.kind === 'department' ? [act.departmentId] : []))
      .find((id) => departments.get(id)?.isServed === undefined);
    if (target === undefined) return applied;
    const isServed = await hasAgents(tx, enterpriseId, await listTakingOver(tx, enterpriseId, target));
    departments.set(target, { name: departments.get(target)?.name ?? '', isServed });
  }
}
