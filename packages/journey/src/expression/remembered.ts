/** Reads each source once. */
export function remembered<T>(read: (source: string) => T): (source: string) => T {
  const known = new Map<string, T>();
  return (source) => {
    const held = known.get(source);
    if (held !== undefined) return held;
    const made = read(source);
    known.set(source, made);
    return made;
  };
}
