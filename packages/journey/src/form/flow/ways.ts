import type { FormDocument, FormScreen } from '../document.ts';

/** Targets of a screen's ways, each once, in the order in which it is tried. Only forward ways count. */
export function exitsOfScreen({ screens }: FormDocument, { id, next }: FormScreen): string[] {
  const order = screens.map((screen) => screen.id);
  const place = order.indexOf(id);
  const below = order[place + 1] ?? 'end';
  const found: string[] = [];
  for (const { when, to } of next) {
    found.push(to === 'end' || order.indexOf(to) > place ? to : below);
    if (when.trim() === 'true') return [...new Set(found)];
  }
  return [...new Set([...found, below])];
}

/** Screens that everybody has passed, or stands on, who comes to a screen. */
export function alwaysBefore(document: FormDocument, target: string): Set<string> {
  const [first] = document.screens;
  const reaches = (without: string): boolean => {
    const seen = new Set<string>();
    const open = first && first.id !== without ? [first.id] : [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === target) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      const screen = document.screens.find(({ id }) => id === at);
      if (screen) open.push(...exitsOfScreen(document, screen).filter((id) => id !== 'end' && id !== without));
    }
    return false;
  };
  return new Set(document.screens.map(({ id }) => id).filter((id) => id === target || !reaches(id)));
}
