import { asObject, asObjects, asText } from '../../json.ts';

/** A fault of a flow's JSON, as the vendor finds it. It shares no code with what writes flows, so that each proves the other. */
export type FlowJsonFault = { path: string; message: string };

const components = new Set([
  ...['TextHeading', 'TextSubheading', 'TextBody', 'TextCaption', 'RichText', 'TextInput', 'TextArea', 'CheckboxGroup'],
  ...['RadioButtonsGroup', 'ChipsSelector', 'Dropdown', 'OptIn', 'DatePicker', 'CalendarPicker', 'PhotoPicker', 'DocumentPicker'],
  ...['Image', 'ImageCarousel', 'EmbeddedLink', 'NavigationList', 'Footer', 'Form', 'If', 'Switch'],
]);
const longest: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  TextHeading: { text: 80 },
  TextSubheading: { text: 80 },
  TextBody: { text: 4096 },
  TextCaption: { text: 4096 },
  TextInput: { label: 20, 'helper-text': 80 },
  TextArea: { label: 20, 'helper-text': 80 },
  RadioButtonsGroup: { label: 30 },
  CheckboxGroup: { label: 30 },
  Dropdown: { label: 20 },
  OptIn: { label: 120 },
  DatePicker: { label: 40 },
  Footer: { label: 35 },
};
const mostOptions: Readonly<Record<string, number>> = { RadioButtonsGroup: 20, CheckboxGroup: 20, ChipsSelector: 20, Dropdown: 200 };
const mostComponents = 50;
const mostBytes = 10_000_000;

const inside = (part: Record<string, unknown>): Record<string, unknown>[] => {
  const nested = [...asObjects(part.children), ...asObjects(part.then), ...asObjects(part.else)];
  const cases = Object.values(asObject(part.cases)).flatMap((one) => asObjects(one));
  return [...nested, ...cases].flatMap((one) => [one, ...inside(one)]);
};

function faultsOfScreen(screen: Record<string, unknown>, ids: ReadonlySet<string>, path: string): FlowJsonFault[] {
  const faults: FlowJsonFault[] = [];
  const children = asObjects(asObject(screen.layout).children);
  const all = children.flatMap((one) => [one, ...inside(one)]);
  if (asText(asObject(screen.layout).type) !== 'SingleColumnLayout')
    faults.push({ path: `${path}.layout`, message: 'A screen has one column.' });
  if (all.length > mostComponents) faults.push({ path, message: `A screen has at most ${mostComponents} components.` });
  if (screen.terminal === true && !all.some(({ type }) => type === 'Footer')) faults.push({ path, message: 'A last screen has a footer.' });
  for (const part of all) {
    const type = asText(part.type);
    const at = `${path}.${asText(part.name) || type}`;
    if (!components.has(type)) faults.push({ path: at, message: `There is no component ${type}.` });
    for (const [property, most] of Object.entries(longest[type] ?? {})) {
      const words = part[property];
      if (typeof words === 'string' && !words.includes('$') && words.length > most)
        faults.push({ path: `${at}.${property}`, message: `${property} has at most ${most} characters.` });
    }
    const options = part['data-source'];
    if (Array.isArray(options) && options.length > (mostOptions[type] ?? options.length))
      faults.push({ path: at, message: `${type} has at most ${mostOptions[type]} options.` });
    const next = asText(asObject(asObject(part['on-click-action']).next).name);
    if (next !== '' && !ids.has(next)) faults.push({ path: at, message: `There is no screen ${next}.` });
  }
  return faults;
}

/** Lists what the vendor refuses in a flow's JSON. */
export function faultsOfFlow(json: unknown, bytes: number, hasEndpoint: boolean): FlowJsonFault[] {
  const flow = asObject(json);
  const screens = asObjects(flow.screens);
  const faults: FlowJsonFault[] = [];
  if (bytes > mostBytes) faults.push({ path: '', message: 'The JSON is larger than 10 MB.' });
  if (!/^\d+\.\d+$/.test(asText(flow.version))) faults.push({ path: 'version', message: 'The version is missing.' });
  if (screens.length === 0) faults.push({ path: 'screens', message: 'A flow has a screen.' });
  const ids = screens.map(({ id }) => asText(id));
  for (const id of ids)
    if (!/^[A-Za-z_]+$/.test(id) || id === 'SUCCESS')
      faults.push({ path: `screens.${id}`, message: 'Ids of screens are letters and underscores.' });
  if (new Set(ids).size < ids.length) faults.push({ path: 'screens', message: 'Two screens have one id.' });
  if (!screens.some(({ terminal }) => terminal === true)) faults.push({ path: 'screens', message: 'A flow has a last screen.' });
  if (flow.data_api_version !== undefined && !hasEndpoint) faults.push({ path: 'data_api_version', message: 'The flow has no endpoint.' });
  const known = new Set(ids);
  for (const [from, to] of Object.entries(asObject(flow.routing_model)))
    for (const id of [from, ...(Array.isArray(to) ? to.map(asText) : [])])
      if (!known.has(id)) faults.push({ path: `routing_model.${from}`, message: `There is no screen ${id}.` });
  for (const [place, screen] of screens.entries()) faults.push(...faultsOfScreen(screen, known, `screens.${ids[place] ?? place}`));
  return faults.slice(0, 50);
}
