import type { ForeignFlow } from './schema.ts';

/** Ways between the screens of a flow, as its actions and its routing model say. */
export type Routes = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The screens in an order in which every way leads forward, as near to their own as it goes. A ring is opened at the way back into it.
 * @returns ways that lead backward even so
 */
export function orderScreens(flow: ForeignFlow, routes: Routes): { order: string[]; backward: [string, string][] } {
  const ids = [...new Set(flow.screens.map(({ id }) => id))];
  const entered = new Set(ids.flatMap((id) => [...(routes.get(id) ?? [])]));
  const state = new Map<string, 'open' | 'done'>();
  const finished: string[] = [];
  const backward: [string, string][] = [];
  const visit = (id: string): void => {
    state.set(id, 'open');
    // Later ones first, so that what finishes last, and so stands first, keeps the order of the file.
    for (const to of [...(routes.get(id) ?? [])].filter((one) => ids.includes(one)).sort((a, b) => ids.indexOf(b) - ids.indexOf(a))) {
      if (state.get(to) === 'open') backward.push([id, to]);
      else if (!state.has(to)) visit(to);
    }
    state.set(id, 'done');
    finished.push(id);
  };
  const first = ids[0];
  const entries = ids.filter((id) => !entered.has(id));
  for (const id of [...entries].reverse()) if (!state.has(id)) visit(id);
  // Screens that only a ring leads to; a flow that is one ring begins with its first screen.
  for (const id of [...(first === undefined ? [] : [first]), ...[...ids].reverse()]) if (!state.has(id)) visit(id);
  return { order: finished.reverse(), backward };
}
