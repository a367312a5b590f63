/**
 * A question that a domain asks of domains above it, which it must not import: it defines the point, and each module that has something to
 * say gives its part in `Module.extensions`. An event tells what has happened; this asks before it happens.
 */
export type ExtensionPoint<Part> = { name: string; readonly part?: Part };
export const defineExtensionPoint = <Part>(name: string): ExtensionPoint<Part> => ({ name });

export type Extension = { point: ExtensionPoint<unknown>; part: unknown };
export const extend = <Part>(point: ExtensionPoint<Part>, part: Part): Extension => ({ point, part });

export type Extensions = {
  /** Returns the modules' parts of this extension point, in the order in which the modules are set up. */
  of: <Part>(point: ExtensionPoint<Part>) => readonly Part[];
};

export function collectExtensions(modules: readonly { extensions?: readonly Extension[] }[]): Extensions {
  const parts = Map.groupBy(
    modules.flatMap((module) => module.extensions ?? []),
    ({ point }) => point,
  );
  return { of: <Part>(point: ExtensionPoint<Part>) => (parts.get(point) ?? []).map(({ part }) => part as Part) };
}
