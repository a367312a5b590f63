import { asksSecret } from '../document/sources.ts';
import type { Compiled, CompiledStream } from './compile.ts';
import type { SentContent } from './effects.ts';
import type { AskedForm, Frame, Instance } from './state.ts';

/** Stands where a value may not be shown. */
export const mask = '•••';

/** Tells whether a variable holds what may not be shown: its stream says so, or its value was computed from such. */
export const isSecretVariable = ({ variables }: CompiledStream, { secret }: Frame, name: string): boolean =>
  variables.get(name)?.isSensitive === true || (secret?.includes(name) ?? false);

/** The names with one added or removed; undefined where none is left, so that a state without secrets stays as it was. */
export function withName(names: readonly string[] | undefined, name: string, isIn: boolean): string[] | undefined {
  const others = (names ?? []).filter((one) => one !== name);
  const all = isIn ? [...others, name] : others;
  return all.length > 0 ? all : undefined;
}

/** Tells whether what a path leads to may not be shown: a variable, what was said, what a call has answered, or a field of the customer. */
export function isSecretPath(stream: CompiledStream, frame: Frame, instance: Instance, path: readonly string[]): boolean {
  const [name = '', key] = path;
  if (stream.variables.has(name)) return isSecretVariable(stream, frame, name);
  if (name === 'last') return instance.last.isSensitive;
  const held = name === 'call' ? instance.secretCalls : name === 'customer' ? instance.secretFields : undefined;
  return held !== undefined && (key === undefined || held.includes(key));
}

/** Tells whether an expression of this turn can tell of a secret at all: most streams have none, and their expressions are not looked through. */
export const hasSecrets = (stream: CompiledStream, frame: Frame, { last, secretCalls, secretFields }: Instance): boolean =>
  stream.hasSensitive || frame.secret !== undefined || last.isSensitive || secretCalls !== undefined || secretFields !== undefined;

/** Tells whether a walk waits for an answer that nobody may read: what is said to it then is kept readable nowhere. */
export function waitsForSecret(
  { main, streams, forms }: Compiled,
  { frames, wait, form }: Pick<Instance, 'frames' | 'wait' | 'form'>,
): boolean {
  const frame = frames.at(-1);
  if (wait?.kind !== 'answer' || !frame) return false;
  if (form && asksSecretField(forms, form)) return true;
  const stream = frame.stream === main.document.id ? main : streams.get(frame.stream);
  return stream !== undefined && asksSecret(stream, stream.nodes.get(frame.node));
}

/** Tells whether a form's question that is open is for a sensitive field. */
const asksSecretField = (forms: Compiled['forms'], { asked }: AskedForm): boolean =>
  [...(forms?.values() ?? [])].some(({ fields }) => fields.get(asked)?.isSensitive ?? false);

/** Parts of a fault's words that may quote a value. */
export const withoutQuotes = (message: string): string => message.replace(/“[^”]*”/g, `“${mask}”`);

/** A text with what may not be shown masked. */
export const hide = (text: string, secrets: readonly string[]): string =>
  // The longest first: one that is a part of another would leave the rest of it.
  secrets.toSorted((one, other) => other.length - one.length).reduce((shown, secret) => shown.replaceAll(secret, mask), text);

/** A message as people may read it; undefined where it tells of nothing that is to be masked. */
export function shownContent(content: SentContent, secrets: readonly string[]): SentContent | undefined {
  // A flow begins with values of the person, which nobody else is to read: in the chat it is its words.
  if (content.kind === 'flow' && content.opens) {
    const bare = { ...content, opens: null };
    return shownContent(bare, secrets) ?? bare;
  }
  if (secrets.length === 0) return undefined;
  let isHidden = false;
  const look = (value: unknown, key: string): unknown => {
    // Ids and kinds are the stream's own.
    if (typeof value === 'string' && !ownKeys.has(key)) {
      const shown = hide(value, secrets);
      isHidden ||= shown !== value;
      return shown;
    }
    if (Array.isArray(value)) return value.map((one) => look(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, look(inner, name)]));
  };
  const shown = look(content, '') as SentContent;
  // A place is its numbers: where one of them tells a secret, the whole place does.
  if (content.kind === 'location' && [content.latitude, content.longitude].some((number) => secrets.includes(String(number))))
    return { kind: 'text', text: mask, showsLink: false };
  return isHidden ? shown : undefined;
}
const ownKeys = new Set(['kind', 'id', 'template', 'mime', '$', 'items']);
