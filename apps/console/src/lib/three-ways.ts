/** A field whose value is another than when the form was opened: for somebody else, in the form, or both. */
export type Difference = {
  /** Path `object.name` for a value in an object. */
  path: string;
  opened: unknown;
  stands: unknown;
  typed: unknown;
  /** Both have changed it, and not to the same. */
  isConflict: boolean;
};

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Lists the differences between the values that a form was opened with, the current ones and the typed ones. Objects are compared value by
 * value, lists as a whole.
 */
export function compareThree(opened: unknown, stands: unknown, typed: unknown, path: readonly string[] = []): Difference[] {
  const all = [opened, stands, typed];
  if (all.every((value) => value === undefined || isValues(value))) {
    const names = new Set(all.flatMap((value) => Object.keys((value as Values | undefined) ?? {})));
    const of = (value: unknown, name: string) => (value as Values | undefined)?.[name];
    return [...names].flatMap((name) => compareThree(of(opened, name), of(stands, name), of(typed, name), [...path, name]));
  }
  const [isTheirs, isMine] = [!same(opened, stands), !same(opened, typed)];
  if (!isTheirs && !isMine) return [];
  return [{ path: path.join('.'), opened, stands, typed, isConflict: isTheirs && isMine && !same(stands, typed) }];
}

function withValue(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  if (rest.length > 0) return { ...values, [name]: withValue((values[name] as Values | undefined) ?? {}, rest, value) };
  const { [name]: _former, ...others } = values;
  return value === undefined ? others : { ...values, [name]: value };
}

/** Merges the typed values with those that somebody else has changed: if both have, the choice decides. */
export function keepBoth<D extends object>(
  typed: D,
  differences: readonly Difference[],
  choices: Readonly<Record<string, 'stands' | 'typed'>> = {},
): D {
  const taken = differences.filter(({ path, opened, stands, isConflict }) =>
    isConflict ? choices[path] === 'stands' : !same(opened, stands),
  );
  return taken.reduce<Values>((values, { path, stands }) => withValue(values, path.split('.'), stands), typed as Values) as D;
}
