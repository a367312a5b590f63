/** The content of a settings file of this host; undefined when it is missing or no JSON. */
export async function readSettings(path: string): Promise<unknown> {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Lays what a file says over the bundled settings, part by part; the allowed vendors are replaced as a whole. */
export function mergeOver<T extends object>(base: T, over: unknown): T {
  if (typeof over !== 'object' || over === null || Array.isArray(over)) return base;
  const merged = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    const isNested = typeof below === 'object' && below !== null && !Array.isArray(below);
    if (value !== undefined) merged[key] = isNested && key !== 'allowedVendors' ? mergeOver(below, value) : value;
  }
  return merged as T;
}
