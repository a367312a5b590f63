import { type ChatMessageLanguage, type ChatMessageName, type ChatMessageVariable, chatMessageVariables } from '@parley/contract';

/** A stretch of a text. @property at its place in what is written @property isFilled it stands where a placeholder was */
export type TextPart = { at: number; text: string; isFilled: boolean };

/** The variables that have a value when a message is sent: before somebody has the chat, it has no agent, and only a closed office opens again. */
export const variablesOf = (name: ChatMessageName): readonly ChatMessageVariable[] =>
  chatMessageVariables.filter((variable) => {
    if (variable === 'agent.name') return name !== 'welcome' && name !== 'missed' && name !== 'outOfHours';
    return variable !== 'hours.next' || name === 'outOfHours';
  });

const samples: Record<ChatMessageLanguage, Record<ChatMessageVariable, string>> = {
  en: { 'customer.name': 'Meera', 'agent.name': 'Nina', 'department.name': 'Sales', 'hours.next': '5 Jan 2026 09:00 AM' },
  hi: { 'customer.name': 'मीरा', 'agent.name': 'नीना', 'department.name': 'बिक्री', 'hours.next': '5 Jan 2026 09:00 AM' },
};

/** A variable, with or without what stands instead of an empty one. */
const placeholder = /\{\{\s*([\w.]+)\s*(?:\?\?[^{}]*)?\}\}/g;
const isVariable = (name: string): name is ChatMessageVariable => chatMessageVariables.some((variable) => variable === name);

/**
 * Fills the plain placeholders of a text with samples. Further expressions of streams stay as they are written: the server fills them, and
 * what reads them is too large for a preview.
 * @param departmentName '': a sample
 */
export function fillSample(text: string, language: ChatMessageLanguage, departmentName: string): TextPart[] {
  const values = { ...samples[language], ...(departmentName === '' ? {} : { 'department.name': departmentName }) };
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const [whole, name = ''] = match;
    if (!isVariable(name)) continue;
    parts.push({ at: end, text: text.slice(end, match.index), isFilled: false }, { at: match.index, text: values[name], isFilled: true });
    end = match.index + whole.length;
  }
  return [...parts, { at: end, text: text.slice(end), isFilled: false }].filter((part) => part.text !== '');
}
