// biome-ignore-all lint/suspicious/noTemplateCurlyInString: bindings of Flow JSON look so
import { expect, test } from 'vitest';
import { checkFlow } from './check-flow.ts';
import { conditional } from './conditional.ts';
import { type FlowLimit, flowLimits, mostOf } from './limits.ts';
import type { FlowComponent, FlowJson } from './schema.ts';

const end: FlowComponent = { type: 'Footer', label: 'Send', 'on-click-action': { name: 'complete', payload: {} } };
const flow = (children: FlowComponent[], more: Partial<FlowJson['screens'][number]> = {}): FlowJson => ({
  version: '7.3',
  screens: [{ id: 'ONE', terminal: true, ...more, layout: { type: 'SingleColumnLayout', children } }],
});
const text = (length: number) => 'x'.repeat(length);
const part = (type: string, more: Record<string, unknown>): FlowComponent => ({ type, name: 'field', label: 'Label', ...more });
const times = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, place) => make(place));
const options = (count: number, more: Record<string, unknown> = {}) => times(count, (place) => ({ id: `o${place}`, title: 'T', ...more }));
const link: FlowComponent = { type: 'EmbeddedLink', text: 'L', 'on-click-action': { name: 'open_url', url: 'https://example.com' } };
const nested = (depth: number): FlowComponent =>
  conditional('${form.a} == 1', [depth === 1 ? { type: 'TextBody', text: 'x' } : nested(depth - 1)]);
const letters = (place: number) => `S${String.fromCharCode(65 + place)}`;

/** A flow for each limit that stands at it when given the limit, and beyond it when given one more. */
const fixtures: Record<FlowLimit, (count: number) => FlowJson> = {
  jsonBytes: (count) => {
    const empty = JSON.stringify(flow([{ type: 'Image', src: '' }, end])).length;
    return flow([{ type: 'Image', src: text(count - empty) }, end]);
  },
  componentsOnScreen: (count) => flow([...times(count - 1, () => ({ type: 'TextBody', text: 'x' })), end]),
  routes: (count) => {
    const ids = times(count + 1, letters);
    const screens = ids.map((id) => ({ id, terminal: true, layout: { type: 'SingleColumnLayout' as const, children: [end] } }));
    return {
      version: '7.3',
      data_api_version: '3.0',
      routing_model: Object.fromEntries(ids.map((id, place) => [id, ids.slice(place + 1, place + 2)])),
      screens,
    };
  },
  ifDepth: (count) => flow([nested(count), end]),
  footersOnScreen: (count) => flow(times(count, () => end)),
  optInsOnScreen: (count) => flow([...times(count, (place) => part('OptIn', { name: `o_${place}` })), end]),
  linksOnScreen: (count) => flow([...times(count, () => link), end]),
  imagesOnScreen: (count) => flow([...times(count, () => ({ type: 'Image', src: 'AAAA' })), end]),
  filePickersOnScreen: (count) => flow([...times(count, (place) => part('PhotoPicker', { name: `p_${place}` })), end]),
  heading: (count) => flow([{ type: 'TextHeading', text: text(count) }, end]),
  subheading: (count) => flow([{ type: 'TextSubheading', text: text(count) }, end]),
  body: (count) => flow([{ type: 'TextBody', text: text(count) }, end]),
  caption: (count) => flow([{ type: 'TextCaption', text: text(count) }, end]),
  inputLabel: (count) => flow([part('TextInput', { label: text(count) }), end]),
  areaLabel: (count) => flow([part('TextArea', { label: text(count) }), end]),
  helper: (count) => flow([part('TextInput', { 'helper-text': text(count) }), end]),
  errorWords: (count) => flow([part('TextInput', { 'error-message': text(count) }), end]),
  groupLabel: (count) => flow([part('RadioButtonsGroup', { label: text(count), 'data-source': options(2) }), end]),
  groupOptions: (count) => flow([part('CheckboxGroup', { 'data-source': options(count) }), end]),
  dropdownLabel: (count) => flow([part('Dropdown', { label: text(count), 'data-source': options(2) }), end]),
  dropdownOptions: (count) => flow([part('Dropdown', { 'data-source': options(count) }), end]),
  optionTitle: (count) => flow([part('Dropdown', { 'data-source': options(1, { title: text(count) }) }), end]),
  optionDescription: (count) => flow([part('Dropdown', { 'data-source': options(1, { description: text(count) }) }), end]),
  optInLabel: (count) => flow([part('OptIn', { label: text(count) }), end]),
  dateLabel: (count) => flow([part('DatePicker', { label: text(count) }), end]),
  footerLabel: (count) => flow([{ ...end, label: text(count) }]),
  linkText: (count) => flow([{ ...link, text: text(count) }, end]),
  pickerLabel: (count) => flow([part('DocumentPicker', { label: text(count) }), end]),
  pickerDescription: (count) => flow([part('PhotoPicker', { description: text(count) }), end]),
  pickedFiles: (count) => flow([part('PhotoPicker', { 'max-uploaded-photos': count }), end]),
  screenTitle: (count) => flow([end], { title: text(count) }),
};

test.each(Object.keys(flowLimits) as FlowLimit[])('A flow may come to the limit %s and not beyond it', (limit) => {
  expect(checkFlow(fixtures[limit](mostOf(limit)))).toEqual([]);
  const beyond = checkFlow(fixtures[limit](mostOf(limit) + 1));
  // The schema itself refuses more files than any version takes.
  expect(beyond.map((fault) => fault.limit)).toContain(limit === 'pickedFiles' ? '' : limit);
});

const go = (name: string) => ({ name: 'navigate', next: { type: 'screen', name }, payload: {} });
test.each([
  ['a reserved id', flow([end], { id: 'SUCCESS' }), 'SUCCESS is kept'],
  ['an id with a digit', flow([end], { id: 'S1' }), 'pattern'],
  ['a way to nowhere', flow([{ ...end, 'on-click-action': go('GONE') }], { terminal: false }), 'no screen GONE'],
  ['a last screen that leads on', flow([{ ...end, 'on-click-action': go('ONE') }]), 'leads nowhere'],
  ['an end in the middle', flow([end], { terminal: false }), 'Only a last screen'],
  ['a last screen without a footer', flow([{ type: 'TextBody', text: 'x' }]), 'has a footer'],
  ['a footer in one branch', flow([conditional('${form.a} == 1', [end])]), 'stands in each of them'],
  [
    'a footer in a deeper condition',
    flow([conditional('${form.a} == 1', [conditional('${form.b} == 1', [end], [end])], [end])]),
    'first condition alone',
  ],
  ['two fields of one name', flow([part('TextInput', {}), part('TextArea', {}), end]), 'one name'],
  ['a component that nobody knows', flow([{ type: 'Slider' }, end]), 'Invalid'],
  ['a property that nobody knows', flow([{ ...end, colour: 'red' }]), 'Unrecognized'],
  ['an endpoint without routes', { ...flow([end]), data_api_version: '3.0' }, 'routing model'],
  ['a route to nowhere', { ...flow([end]), routing_model: { ONE: ['GONE'] } }, 'no screen GONE'],
])('A flow with %s is refused', (_name, json, words) => {
  expect(
    checkFlow(json)
      .map(({ text: found }) => found)
      .join('\n'),
  ).toContain(words);
});
