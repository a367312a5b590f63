export type Link = { departmentId: string; fallbackId: string | null };

/** Tells whether a department would, by this fallback, in the end fall back to itself. */
export function closesCircle(links: readonly Link[], departmentId: string, fallbackId: string): boolean {
  const next = new Map(links.map((link) => [link.departmentId, link.fallbackId]));
  const seen = new Set([departmentId]);
  for (let at: string | null | undefined = fallbackId; at; at = next.get(at)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
