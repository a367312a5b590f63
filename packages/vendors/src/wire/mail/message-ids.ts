const longest = 500;

/** The Message-IDs of a header, without their angle brackets, in their order. */
export function idsOf(header: string): string[] {
  const bracketed = [...header.slice(0, 50_000).matchAll(/<([^<>\s]{1,998})>/g)].map(([, id = '']) => id);
  // Some programs leave the brackets out.
  const found = bracketed.length > 0 ? bracketed : header.split(/\s+/).filter((part) => /^[^<>\s]+@[^<>\s]+$/.test(part));
  return found.map((id) => id.slice(0, longest));
}
