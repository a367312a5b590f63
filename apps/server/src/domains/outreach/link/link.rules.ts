import {
  type ColumnMapping,
  type FieldError,
  fieldError,
  fillVariables,
  pagesPath,
  partOf,
  type TemplateComponent,
  variableGroups,
  variableKey,
  variablesOf,
} from '@parley/contract';
import { codeLength } from '#platform/codes.ts';

export const longestTarget = 2000;

/** Nobody's: as long as any other. */
export const someCode = '0'.repeat(codeLength);

/** Returns the address before each code. */
const linksPath = '/l/';
export const linkBase = (publicUrl: string): string => `${publicUrl}${linksPath}`;

/** An address of our own pages is each recipient's already. */
const isOwnPage = (value: string, base: string): boolean => value.startsWith(`${base.slice(0, -linksPath.length)}${pagesPath}`);

/** Returns the target of a value, if it is a web address that may be followed: no other scheme, and nobody's password. */
export function readTarget(value: string): string | undefined {
  const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
  if (url === null) return undefined;
  const { username, password, href } = url;
  return username === '' && password === '' && href.length <= longestTarget ? href : undefined;
}

/** @property isTail the template has our own address before the variable, so that the code alone is its value */
export type LinkSlot = { key: string; isTail: boolean };

/** Values of a template that may be web addresses, by `variableKey`. Codes to copy and what buttons carry are none. */
export function linkSlots(components: readonly TemplateComponent[], base: string): LinkSlot[] {
  const buttonsOf = (card: number | null) =>
    card === null ? partOf(components, 'BUTTONS')?.buttons : partOf(components, 'CAROUSEL')?.cards[card]?.buttons;
  return variableGroups(components).flatMap((group) =>
    group.variables.flatMap(({ variable, isUrl }): LinkSlot[] => {
      const key = variableKey(group, variable);
      if (group.type !== 'buttonPayload' && /^(body|header)\./.test(variable)) return [{ key, isTail: false }];
      if (!isUrl) return [];
      const before = (buttonsOf(group.card)?.[Number(variable.slice('button.'.length))]?.url ?? '').replace(/\{\{\w+\}\}$/, '');
      // The end of anybody else's address is a part of it, and stays.
      return before === base || before === '' ? [{ key, isTail: before === base }] : [];
    }),
  );
}

/** Returns the value's shapes in a mapping, with a placeholder for the recipients' part; undefined: all of it comes from them. */
const shapesOf = ({ type, value, fallback = '' }: ColumnMapping['variables'][number]): string[] => [
  ...(type === 'column'
    ? []
    : [type === 'expression' ? fillVariables(value, Object.fromEntries(variablesOf(value).map((name) => [name, 'x']))) : value]),
  fallback,
];
const isMeantAsAddress = (text: string): boolean => /^(https?|javascript|data|vbscript|file|blob):/i.test(text);

/** Values that are to become short addresses and cannot, by their fields. */
export function linkFaults(
  { components, mapping, isTracked }: { components: readonly TemplateComponent[]; mapping: readonly ColumnMapping[]; isTracked: boolean },
  base: string,
): FieldError[] {
  return linkSlots(components, base).flatMap(({ key, isTail }) => {
    const field = `columnMapping.${key}`;
    if (!isTracked) return isTail ? [fieldError('tracking.links', 'link.untracked')] : [];
    const group = mapping.find((one) => one.variables.some(({ variable }) => variableKey(one, variable) === key));
    const given = group?.variables.find(({ variable }) => variableKey(group, variable) === key);
    const shapes = given ? shapesOf(given).map((text) => text.trim()) : [];
    const isWrong = shapes.some(
      (text) => text !== '' && (isTail || isMeantAsAddress(text)) && (readTarget(text) === undefined || (isTail && isOwnPage(text, base))),
    );
    return isWrong ? [fieldError(field, 'link.target', { maximum: longestTarget })] : [];
  });
}

type Values = Readonly<Record<string, string>>;
export type Shortened = { values: Values; missing: string[]; links: { variable: string; code: string; target: string }[] };

/** Values as long as they will be, whichever codes they get, where the plan gives short addresses. */
export const foreseeValues = (values: Values, components: readonly TemplateComponent[], isTracked: boolean, base: string): Values =>
  isTracked ? shorten(values, linkSlots(components, base), base, () => someCode).values : values;

/** One recipient's values with short addresses. Where the template wants a code and there is nothing to lead to, the value is missing. */
export function shorten(values: Values, slots: readonly LinkSlot[], base: string, nextCode: () => string): Shortened {
  const changed: Record<string, string> = { ...values };
  const links: Shortened['links'] = [];
  const missing: string[] = [];
  for (const { key, isTail } of slots) {
    const value = values[key];
    if (value === undefined || isOwnPage(value, base)) continue;
    const target = readTarget(value);
    if (target === undefined) {
      if (!isTail) continue;
      delete changed[key];
      missing.push(key);
      continue;
    }
    const code = nextCode();
    changed[key] = isTail ? code : `${base}${code}`;
    links.push({ variable: key, code, target });
  }
  return { values: changed, missing, links };
}
