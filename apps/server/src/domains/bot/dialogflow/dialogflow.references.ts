import type { ImportEntry } from '@parley/contract';
import { changed, left, type ReadIntent, type ReadParameter } from '../format/data.types.ts';
import type { IntentFile } from './dialogflow.intent.ts';

type IntentWithFile = { intent: ReadIntent; file: IntentFile };

const reference = /#([\p{L}\p{N}_-]{1,100})\.([\p{L}\p{N}_-]{1,100})(?:\.original|\.partial)?/gu;
/** `$date.original` is what was said; a parameter here reads as it was understood. */
const original = /(\$[\p{L}\p{N}_-]{1,100})\.(?:original|partial)\b/gu;

/**
 * `#booking.date` in an answer is a value that another intent left in the context booking. Here an intent knows its own parameters alone, so it
 * gets that parameter and asks for it. A reference that nothing fills would stand before customers as it is, and is cut out.
 */
export function resolveReferences(known: readonly IntentWithFile[], report: ImportEntry[]): void {
  const ofContext = new Map<string, Map<string, ReadParameter>>();
  for (const { intent, file } of known)
    for (const { name } of file.responses.flatMap(({ affectedContexts }) => affectedContexts)) {
      const parameters = ofContext.get(name.toLowerCase()) ?? new Map<string, ReadParameter>();
      ofContext.set(name.toLowerCase(), parameters);
      for (const parameter of intent.parameters) parameters.set(parameter.name.toLowerCase(), parameter);
    }
  for (const { intent } of known) {
    if (intent.response === null) continue;
    const place = intent.place ?? '';
    const own = new Set(intent.parameters.map(({ name }) => name.toLowerCase()));
    intent.response = intent.response.replace(original, '$1').replace(reference, (whole, context: string, name: string) => {
      if (own.has(name.toLowerCase())) return `$${name}`;
      const parameter = ofContext.get(context.toLowerCase())?.get(name.toLowerCase());
      if (!parameter) {
        report.push(left('context', intent.name, place, `Nothing here says what ${whole} is; it was cut out of the answer.`));
        return '';
      }
      own.add(name.toLowerCase());
      intent.parameters.push({ ...parameter, required: true });
      report.push(
        changed('parameter', parameter.name, place, `${whole} comes from another intent there; ${intent.name} asks for it here.`),
      );
      return `$${parameter.name}`;
    });
  }
}
