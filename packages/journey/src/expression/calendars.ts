import { childrenOf, type Expression } from './ast.ts';

type Call = Expression & { kind: 'call' };

/** Lists the calls of an expression that ask for open hours. */
export function hoursAskedIn(expression: Expression): Call[] {
  const inner = childrenOf(expression).flatMap(hoursAskedIn);
  return expression.kind === 'call' && expression.name === 'isOpen' ? [expression, ...inner] : inner;
}

/**
 * Returns the name of the calendar that a call asks for; null: that of the chat's department. The name is written as it is, without a backslash:
 * whoever deletes the calendar finds it in the text of the stream.
 * @returns undefined: it is not known before the call is made
 */
export function calendarAskedBy({ args, isMethod }: Call): string | null | undefined {
  const [name] = args;
  if (!name) return null;
  if (isMethod || name.kind !== 'literal' || typeof name.value !== 'string') return undefined;
  return name.place.end - name.place.start === name.value.length + 2 ? name.value : undefined;
}
