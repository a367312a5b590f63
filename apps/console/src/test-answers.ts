import type { AnySchema, Endpoint, z } from '@parley/contract';
import { good, idOf, type Reply } from './test-screens.tsx';

/** The parts of Zod's own description of a schema that an answer is made of. */
type Definition = {
  type: string;
  shape?: Record<string, AnySchema>;
  entries?: Record<string, string | number>;
  values?: unknown[];
  options?: AnySchema[];
  innerType?: AnySchema;
  element?: AnySchema;
  keyType?: AnySchema;
  valueType?: AnySchema;
  in?: AnySchema;
  left?: AnySchema;
  right?: AnySchema;
  format?: string;
  getter?: () => AnySchema;
};

/** The choices of filters come with some answers: each of these lists has one, "Alpha". All other lists are empty. */
const choices = ['makers', 'checkers', 'people', 'channels', 'channelConfig', 'departments', 'webhooks', 'relayBridge', 'relays'];
const strings: Record<string, string> = { uuid: idOf(9), guid: idOf(9), datetime: '2026-03-01T00:00:00.000Z', date: '2026-03-01' };

/** The emptiest value that a schema takes. */
function emptiest(schema: AnySchema, name = ''): unknown {
  const def = (schema as unknown as { _zod: { def: Definition } })._zod.def;
  const inner = def.innerType ?? def.in ?? def.getter?.();
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {})
          .map(([key, part]) => [key, emptiest(part, key)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return choices.includes(name) ? [nameAlpha(emptiest(def.element as AnySchema))] : [];
    case 'intersection':
      return Object.assign({}, emptiest(def.left as AnySchema), emptiest(def.right as AnySchema));
    case 'union':
      return emptiest(def.options?.[0] as AnySchema, name);
    case 'record': {
      // Keys that are an enumeration are all there.
      const keys = Object.values((def.keyType as unknown as { _zod: { def: Definition } })._zod.def.entries ?? {});
      return Object.fromEntries(keys.map((key) => [key, emptiest(def.valueType as AnySchema)]));
    }
    case 'string':
      return strings[def.format ?? ''] ?? '';
    case 'number':
      return Math.max(0, (schema as unknown as z.ZodNumber).minValue ?? 0);
    case 'boolean':
      // Nobody is asked to prove who they are.
      return name === 'isFresh';
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'nullable':
    case 'null':
      return null;
    case 'optional':
    case 'undefined':
      return undefined;
    default:
      return inner ? emptiest(inner, name) : null;
  }
}

/** A choice has a name and an id that is not ''. */
const nameAlpha = (choice: unknown) =>
  typeof choice === 'object' && choice !== null && 'name' in choice
    ? { ...choice, name: 'Alpha', id: ('id' in choice && choice.id) || idOf(9) }
    : choice;

/** A success that the contract allows and that says nothing: a screen draws itself, with its filters, and asks for what it shows. */
export function emptyAnswer({ answer, wrap, messageShape }: Endpoint): Reply {
  if (!answer) return good(null);
  const value = emptiest(answer);
  if (wrap !== 'response') return good(value);
  return { ...good(null), ...(messageShape === 'nested' ? { message: { message: '' } as never } : {}), response: value };
}
