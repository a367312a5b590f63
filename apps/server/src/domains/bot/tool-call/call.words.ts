import type { SideAct, ToolContent, ToolTrace } from '@parley/contract';
import { sayIn } from '../dialogue/dialogue.words.ts';
import { escapeMarkdown } from '../dialogue/escape.markdown.ts';
import { fillSlots, slotsOf, type ToolValues } from '../tool/tool.rules.ts';
import type { CallRow } from './call.repository.ts';

const longestShown = 1000;

/** A value on one line and as text: it brings no markup and no line of its own into a question. */
const shown = (value: string | number | boolean): string => escapeMarkdown(String(value).replace(/\s+/gu, ' ').trim());

/**
 * The question to a customer, in our words or the builder's, of the arguments alone: nothing that the model has written beside them is in
 * it. A value that the builder's question leaves out is named below it.
 */
export function questionOf({ title, question, fields }: ToolContent, values: ToolValues, language: 'en' | 'hi'): string {
  const say = sayIn(language);
  const named = new Set(slotsOf(question));
  const asked =
    question === ''
      ? `${say('toolAsk')} ${escapeMarkdown(title)}`
      : fillSlots(question, (name) => (Object.hasOwn(values, name) ? `“${shown(values[name] as string)}”` : undefined));
  const rest = fields.flatMap(({ name }) =>
    Object.hasOwn(values, name) && !named.has(name) ? [`• ${name}: “${shown(values[name] as string)}”`] : [],
  );
  return [asked, ...rest, say('toolYesNo')].join('\n');
}

/** A call as people read it. */
export const traceOf = ({ tool, state, arguments: given, answer, error, tookMs }: CallRow): ToolTrace => ({
  tool: tool.title,
  state,
  arguments: Object.entries(given).map(([name, value]) => ({ name, value: String(value) })),
  answer: answer.slice(0, longestShown).toWellFormed(),
  error,
  tookMs,
});

export const toolAct = (call: CallRow, by: string): Extract<SideAct, { act: 'tool' }> => ({
  ...traceOf(call),
  act: 'tool',
  callId: call.callId,
  confirm: call.confirm,
  by,
});
