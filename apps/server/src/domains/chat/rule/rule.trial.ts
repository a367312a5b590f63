import { type RuleEvent, type RuleTrial, readChatNumber } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { type Ctx, can } from '../../../context.ts';
import { accessChat, chatNotFound } from '../access/chat.access.ts';
import { applyServed, readFacts } from './rule.facts.ts';
import { findNumberedChat, listRules, listWritten, type RuleRow } from './rule.repository.ts';
import { compare, isFor, type RuleFacts, withoutAnswers } from './rule.rules.ts';
import { sees } from './rule.service.ts';

/** A moment of the chat at which a rule is asked. @property number of the customer's message; null of other events */
type Moment = { text: string; number: number | null };

/**
 * Tries all rules on a chat, those that are off too: each by itself, by what the chat is now, and one that answers messages on each of the
 * newest of the customer, where the last one counts if none fires. Nothing is done. Whoever tries may read the chat.
 * @throws DomainError chat.not_found
 */
export function tryRules(ctx: Ctx, chatNumber: string): Promise<{ trials: RuleTrial[] }> {
  const { enterpriseId, actor } = ctx;
  // The same reading as in a transaction that acts, though it changes nothing.
  return ctx.transaction(async (tx) => {
    const chatNo = readChatNumber(chatNumber);
    const chat = chatNo === undefined ? undefined : await findNumberedChat(tx, enterpriseId, chatNo);
    if (!chat) throw chatNotFound();
    await accessChat(tx, actor, chat.chatId);
    const rules = (await listRules(tx, enterpriseId)).filter((rule) => sees(ctx, rule));
    const { facts } = await readFacts(tx, chat, rules, '');
    const written = await listWritten(tx, enterpriseId, chat.chatId);
    const moments: Moment[] = written.map(({ message, number }) => ({ text: message, number }));
    const trials: RuleTrial[] = [];
    for (const rule of rules)
      trials.push(await tryOne(tx, enterpriseId, rule, facts, rule.event === 'message' ? moments : [{ text: '', number: null }]));
    if (can(actor, 'CUSTOMER.VIEW')) return { trials };
    return { trials: trials.map(({ checks, ...trial }) => ({ ...trial, checks: checks.map(withoutAnswers) })) };
  });
}

/** An end, and whoever has the chat now, say nothing about what it was then: acts are tried as if it waited. */
const asWaiting = (event: RuleEvent, facts: RuleFacts): RuleFacts => ({
  ...facts,
  isEnded: event === 'closed',
  isOwned: event === 'labelled' && facts.isOwned,
  isOffered: false,
});

async function tryOne(tx: Tx, enterpriseId: string, row: RuleRow, facts: RuleFacts, moments: readonly Moment[]): Promise<RuleTrial> {
  const rule = { ...row, isOn: true };
  const of = { ruleId: row.ruleId, name: row.name, event: row.event, isOn: row.isOn };
  const at = (text: string) => asWaiting(row.event, { ...facts, text });
  const hit = isFor(rule, facts) ? moments.find(({ text }) => compare(rule, at(text)).isMet) : undefined;
  const { text, number } = hit ?? moments.at(-1) ?? { text: '', number: null };
  const fired = hit ? (await applyServed(tx, enterpriseId, [rule], row.event, at(text))).trace[0] : undefined;
  const { checks } = compare(rule, at(text));
  return { ...of, fires: hit !== undefined, number: hit ? number : null, checks, deeds: fired?.deeds ?? [] };
}
