type Values = Readonly<Record<string, unknown>>;

/** Value at a path as `turns.0.say`; undefined where the path leads nowhere. */
export const readPath = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], values);

/** A copy with another value at a path. */
export function writePath(values: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : writePath((values as Values | undefined)?.[name], rest.join('.'), value);
  return Array.isArray(values) ? values.with(Number(name), next) : { ...(values as Values | undefined), [name]: next };
}
