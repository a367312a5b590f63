import type { ClassificationRule } from '@parley/contract';
import { normalise } from '@parley/nlu';

export type Conversation = { texts: readonly string[]; intents: readonly string[] };

/** Words next to each other, whole: 'card' is not in 'discard'. */
function holds(text: string, words: string): boolean {
  const wanted = normalise(words).trim();
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) return true;
  }
  return false;
}

/**
 * The class of a conversation: the first rule, by priority, one of whose intents was recognised or one of whose words was said.
 * @param rules in the order of their priority
 * @returns the rule with the reason in words, or undefined when none fits
 */
export function classifyConversation(
  rules: readonly ClassificationRule[],
  { texts, intents }: Conversation,
): { rule: ClassificationRule; because: string } | undefined {
  const said = texts.map(normalise);
  const recognised = new Set(intents.map((name) => name.toLowerCase()));
  for (const rule of rules) {
    const intent = rule.intents.find((name) => recognised.has(name.toLowerCase()));
    if (intent !== undefined) return { rule, because: `The intent ${intent} was recognised.` };
    const word = rule.words.find((words) => said.some((text) => holds(text, words)));
    if (word !== undefined) return { rule, because: `“${word}” was said.` };
  }
  return undefined;
}
