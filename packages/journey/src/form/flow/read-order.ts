import { actionOf, childrenIn, isRecord } from './foreign-parts.ts';
import type { FlowComponent, ForeignFlow } from './schema.ts';

/** Screens that the actions of some components lead to. */
function targetsOf(list: readonly FlowComponent[]): string[] {
  return list.flatMap((one) => [
    ...Object.values(one).map((value) => actionOf(value).next),
    ...targetsOf([...childrenIn(one.children), ...childrenIn(one.then), ...childrenIn(one.else)]),
    ...Object.values(isRecord(one.cases) ? one.cases : {}).flatMap((branch) => targetsOf(childrenIn(branch))),
    ...(Array.isArray(one['list-items']) ? one['list-items'] : []).flatMap((item) =>
      isRecord(item) ? [actionOf(item['on-click-action']).next] : [],
    ),
  ]);
}

/** Ways between the screens of a flow, as its actions and its routing model say. */
function routesOf(flow: ForeignFlow): Map<string, Set<string>> {
  return new Map(
    flow.screens.map(({ id, layout }) => {
      const modelled = flow.routing_model?.[id];
      const named = Array.isArray(modelled) ? modelled.filter((one) => typeof one === 'string') : [];
      return [id, new Set([...targetsOf(childrenIn(layout?.children)), ...named].filter((to) => to !== '' && to !== id))];
    }),
  );
}

/**
 * The screens in an order in which every way leads forward, as near to their own as it goes. A ring is opened at the way back into it.
 * @returns ways that lead backward even so
 */
export function orderScreens(flow: ForeignFlow): { order: string[]; backward: [string, string][] } {
  const routes = routesOf(flow);
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
