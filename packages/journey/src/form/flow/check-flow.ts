import { reservedId } from './flow-id.ts';
import { countLimits, type FlowLimit, lengthLimits, mostOf, optionLimits } from './limits.ts';
import { type FlowComponent, type FlowJson, type FlowScreen, WrittenFlow } from './schema.ts';

/** @property limit the limit that is passed; '' where the shape or a reference is wrong */
export type FlowFault = { limit: FlowLimit | ''; path: string; text: string };

const isDynamic = (text: string) => text.includes('${') || text.startsWith('`');
const listOf = (value: unknown): FlowComponent[] => (Array.isArray(value) ? (value as FlowComponent[]) : []);

/** Branches of a component that holds others: only one of them is shown at a time. */
export function branchesOf(component: FlowComponent): FlowComponent[][] {
  if (component.type === 'Form') return [listOf(component.children)];
  if (component.type === 'If') return [listOf(component.then), listOf(component.else)];
  if (component.type === 'Switch') return Object.values((component.cases ?? {}) as Record<string, unknown>).map(listOf);
  return [];
}

/** All components of a screen, those inside of others too. */
export const componentsOf = (screen: FlowScreen): FlowComponent[] => {
  const inside = (list: readonly FlowComponent[]): FlowComponent[] => list.flatMap((one) => [one, ...branchesOf(one).flatMap(inside)]);
  return inside(screen.layout.children);
};

const bytesOf = (json: unknown): number => new TextEncoder().encode(JSON.stringify(json)).length;

/** Lists what the vendor would refuse in a flow: its shape, references that lead nowhere, and everything beyond a limit. */
export function checkFlow(json: FlowJson): FlowFault[] {
  const read = WrittenFlow.safeParse(json);
  if (!read.success)
    return read.error.issues.slice(0, 50).map(({ path, message }) => ({ limit: '', path: path.map(String).join('.'), text: message }));
  const ids = json.screens.map(({ id }) => id);
  const faults: FlowFault[] = [];
  const over = (limit: FlowLimit, count: number, path: string) => {
    if (count > mostOf(limit)) faults.push({ limit, path, text: `${path}: ${count} is more than ${mostOf(limit)} (${limit}).` });
  };
  const wrong = (path: string, text: string) => faults.push({ limit: '', path, text });
  over('jsonBytes', bytesOf(json), '');
  over('routes', Object.values(json.routing_model ?? {}).flat().length, 'routing_model');
  if (new Set(ids).size < ids.length) wrong('screens', 'Two screens have one id.');
  if (ids.includes(reservedId)) wrong('screens', `${reservedId} is kept for the end.`);
  if (json.data_api_version && !json.routing_model) wrong('routing_model', 'A flow with an endpoint has a routing model.');
  for (const [from, to] of Object.entries(json.routing_model ?? {}))
    for (const id of [from, ...to]) if (!ids.includes(id)) wrong(`routing_model.${from}`, `There is no screen ${id}.`);
  for (const screen of json.screens) checkScreen(screen, ids, over, wrong);
  return faults;
}

function checkScreen(
  screen: FlowScreen,
  ids: readonly string[],
  over: (limit: FlowLimit, count: number, path: string) => void,
  wrong: (path: string, text: string) => void,
): void {
  const all = componentsOf(screen);
  const at = screen.id;
  over('componentsOnScreen', all.length, at);
  over('screenTitle', (screen.title ?? '').length, `${at}.title`);
  over('ifDepth', depthOf(screen.layout.children), at);
  over('filePickersOnScreen', all.filter(({ type }) => type === 'PhotoPicker' || type === 'DocumentPicker').length, at);
  for (const [type, limit] of Object.entries(countLimits)) over(limit, mostShown(screen.layout.children, type), at);
  for (const component of all) {
    const path = `${at}.${String(component.name ?? component.type)}`;
    for (const [property, limit] of Object.entries(lengthLimits[component.type] ?? {})) {
      const text = component[property];
      if (typeof text === 'string' && !isDynamic(text)) over(limit, text.length, `${path}.${property}`);
    }
    const options = component['data-source'];
    const limit = optionLimits[component.type];
    if (limit && Array.isArray(options)) {
      over(limit, options.length, path);
      for (const option of options as { title: string; description?: string }[]) {
        over('optionTitle', option.title.length, `${path}.data-source`);
        over('optionDescription', (option.description ?? '').length, `${path}.data-source`);
      }
    }
    for (const most of ['max-uploaded-photos', 'max-uploaded-documents'])
      if (typeof component[most] === 'number') over('pickedFiles', component[most], path);
    const action = component['on-click-action'] as { name: string; next?: { name: string } } | undefined;
    if (action?.next && !ids.includes(action.next.name)) wrong(path, `There is no screen ${action.next.name}.`);
    if (action?.name === 'navigate' && screen.terminal) wrong(path, 'A last screen leads nowhere.');
    if (action?.name === 'complete' && !screen.terminal) wrong(path, 'Only a last screen ends the flow.');
  }
  const names = all.flatMap(({ name, type }) => (typeof name === 'string' && type !== 'Form' ? [name] : []));
  if (new Set(names).size < names.length) wrong(at, 'Two fields have one name.');
  if (screen.terminal && !all.some(({ type }) => type === 'Footer')) wrong(at, 'A last screen has a footer.');
  for (const one of all) checkFooters(one, at, wrong);
}

/** A footer in one branch is in each, and not deeper than the first. */
function checkFooters(component: FlowComponent, path: string, wrong: (path: string, text: string) => void): void {
  if (component.type !== 'If' && component.type !== 'Switch') return;
  const branches = branchesOf(component);
  const having = branches.filter((branch) => branch.some(({ type }) => type === 'Footer'));
  if (having.length > 0 && having.length < branches.length) wrong(path, 'A footer of one branch stands in each of them.');
  const deeper = branches
    .flat()
    .filter(({ type }) => type === 'If' || type === 'Switch')
    .flatMap(branchesOf)
    .flat();
  if (deeper.some(({ type }) => type === 'Footer')) wrong(path, 'A footer stands in the first condition alone.');
}

function depthOf(children: readonly FlowComponent[]): number {
  return Math.max(0, ...children.map((one) => (one.type === 'If' ? 1 : 0) + Math.max(0, ...branchesOf(one).map(depthOf))));
}

/** The most components of one type that can be seen at once: branches exclude one another. */
function mostShown(children: readonly FlowComponent[], type: string): number {
  return children.reduce(
    (sum, one) => sum + (one.type === type ? 1 : 0) + Math.max(0, ...branchesOf(one).map((branch) => mostShown(branch, type))),
    0,
  );
}
