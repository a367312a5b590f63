import type { FormField, FormOption } from '../field.ts';
import { type Foreign, readForeign } from './foreign-expression.ts';

/** A field as the import knows it. @property values values of its options by the id that the flow has for them */
export type KnownField = { name: string; kind: FormField['kind']; values: ReadonlyMap<string, string> };
const isName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
const quoted = (text: string): string => JSON.stringify(text);

export const valuesOf = (options: readonly { id: string; option: FormOption }[], language: string): Map<string, string> =>
  new Map(options.map(({ id, option }) => [id, option.value || (option.title[language] ?? '')]));

/** Writes expressions and texts of a foreign flow in our language. */
export class ForeignNames {
  readonly #fields = new Map<string, KnownField>();

  know(screen: string, name: string, field: KnownField): void {
    this.#fields.set(`${screen}.${name}`, field);
  }

  /** @returns undefined where it says what has no twin */
  condition(source: string, screen: string): string | undefined {
    const read = readForeign(source);
    return read && this.#boolean(read, screen);
  }

  /** One comparison with a text, as a case of a switch has it. */
  isCase(source: string, value: string, screen: string): string | undefined {
    const read = readForeign(source);
    return read && this.#equal('==', read, { kind: 'value', value }, screen);
  }

  /** Words with placeholders for what is known later. */
  text(text: string, screen: string): string | undefined {
    if (/^`.*`$/s.test(text)) {
      const read = readForeign(text);
      const parts = read?.kind === 'joined' ? read.parts : read ? [read] : [];
      const words = parts.map((part) => (part.kind === 'value' ? String(part.value) : this.#placeholder(part, screen)));
      return words.length === 0 || words.includes(undefined) ? undefined : words.join('');
    }
    let isWhole = true;
    const words = text.replaceAll(/\$\{([^}]*)\}/g, (_, path: string) => {
      const placeholder = this.#placeholder({ kind: 'ref', path: path.trim().split('.') }, screen);
      isWhole &&= placeholder !== undefined;
      return placeholder ?? '';
    });
    return isWhole ? words : undefined;
  }

  #placeholder(part: Foreign, screen: string): string | undefined {
    const source = this.#value(part, screen);
    return source === undefined ? undefined : `{{ ${source} }}`;
  }

  field(path: readonly string[], screen: string): KnownField | undefined {
    const [kind = '', first = '', part = '', name = ''] = path;
    if (kind === 'form') return this.#fields.get(`${screen}.${first}`);
    return kind === 'screen' && part === 'form' ? this.#fields.get(`${first}.${name}`) : undefined;
  }

  /** Data that a message or an endpoint has brought is the entry of the form. */
  reference(path: readonly string[], screen: string): string | undefined {
    const field = this.field(path, screen);
    if (field) return field.name;
    const names = path[0] === 'data' ? path.slice(1) : path[0] === 'screen' && path[2] === 'data' ? path.slice(3) : [];
    return names.length > 0 && names.every(isName) ? ['entry', ...names].join('.') : undefined;
  }

  #boolean(node: Foreign, screen: string): string | undefined {
    switch (node.kind) {
      case 'value':
        return typeof node.value === 'boolean' ? String(node.value) : undefined;
      case 'ref': {
        const name = this.reference(node.path, screen);
        const kind = this.field(node.path, screen)?.kind;
        return kind === undefined || kind === 'yesNo' || kind === 'consent' ? name : name && `${name} != null`;
      }
      case 'not': {
        const inner = this.#boolean(node.of, screen);
        return inner === undefined ? undefined : `!(${inner})`;
      }
      case 'joined':
        return undefined;
      case 'pair':
        return this.#pair(node, screen);
    }
  }

  #pair({ mark, left, right }: Foreign & { kind: 'pair' }, screen: string): string | undefined {
    if (mark === '&&' || mark === '||') {
      const [a, b] = [this.#boolean(left, screen), this.#boolean(right, screen)];
      return a === undefined || b === undefined ? undefined : `(${a} ${mark} ${b})`;
    }
    if (mark === '==' || mark === '!=') return this.#equal(mark, left, right, screen);
    const [a, b] = [this.#value(left, screen), this.#value(right, screen)];
    return a === undefined || b === undefined || !/[<>]/.test(mark) ? undefined : `${a} ${mark} ${b}`;
  }

  #equal(mark: '==' | '!=', left: Foreign, right: Foreign, screen: string): string | undefined {
    const [ref, other] = left.kind === 'ref' ? [left, right] : [right, left];
    const field = ref.kind === 'ref' ? this.field(ref.path, screen) : undefined;
    const name = ref.kind === 'ref' ? this.reference(ref.path, screen) : undefined;
    if (name === undefined) return undefined;
    if (other.kind !== 'value') {
      const value = this.#value(other, screen);
      return value && `${name} ${mark} ${value}`;
    }
    const { value } = other;
    if (value === '') return `${name} ${mark} null`;
    if (field?.kind === 'yesNo' || field?.kind === 'consent') {
      const isYes = value === true || value === 'yes' || value === 'true';
      return isYes === (mark === '==') ? name : `!${name}`;
    }
    if (field?.kind === 'choices') return undefined;
    if (field?.kind === 'date') return `${name} ${mark} date(${quoted(String(value))})`;
    if (field?.kind === 'rating' || field?.kind === 'number') return `${name} ${mark} ${Number(value)}`;
    return `${name} ${mark} ${typeof value === 'string' ? quoted(field?.values.get(value) ?? value) : String(value)}`;
  }

  #value(node: Foreign, screen: string): string | undefined {
    if (node.kind === 'value') return typeof node.value === 'string' ? quoted(node.value) : String(node.value);
    if (node.kind === 'ref') return this.reference(node.path, screen);
    if (node.kind !== 'pair' || !['+', '-', '/', '%'].includes(node.mark)) return undefined;
    const [a, b] = [this.#value(node.left, screen), this.#value(node.right, screen)];
    return a === undefined || b === undefined ? undefined : `(${a} ${node.mark} ${b})`;
  }
}
