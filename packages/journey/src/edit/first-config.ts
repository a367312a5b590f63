import { type ConfigOf, type NodeType, nodeConfigs } from '../document/node.ts';

export type Making = { language: string; makeId(): string };

const none = (ref: string) => ({ ref, id: '', name: '' });
const items = ({ language, makeId }: Making, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: makeId(), title: { [language]: String.fromCharCode(65 + place) } }));
const text = { text: {} };

/** Mandatory settings of a new node of each type; the schema's own defaults fill the rest. */
const firsts: { [Type in NodeType]: (making: Making) => unknown } = {
  'message.text': () => text,
  'message.media': () => ({ media: { kind: 'library', media: none('media') } }),
  'message.buttons': (making) => ({ ...text, items: items(making, 2) }),
  'message.list': (making) => ({ ...text, items: items(making, 3) }),
  'message.template': () => ({ template: none('template') }),
  'message.card': (making) => ({ cards: [{ title: {}, items: items(making, 2) }] }),
  'message.location': () => ({ latitude: '0', longitude: '0' }),
  'input.text': () => text,
  'input.number': () => text,
  'input.date': () => text,
  'input.phone': () => text,
  'input.email': () => text,
  'input.choice': (making) => ({ ...text, options: { kind: 'fixed', items: items(making, 2) } }),
  'input.media': () => text,
  'input.location': () => text,
  'input.form': () => ({ ...text, form: none('form') }),
  'logic.condition': () => ({ test: { rows: { groups: [{ rows: [{ field: '', operator: 'is', values: [''] }] }] } } }),
  'logic.switch': ({ makeId }) => ({ value: '', cases: [{ id: makeId(), operator: 'is', values: ['""'] }] }),
  'logic.split': ({ makeId }) => ({
    shares: [
      { id: makeId(), name: 'A', share: 5000 },
      { id: makeId(), name: 'B', share: 5000 },
    ],
  }),
  'logic.wait': () => ({ until: { kind: 'duration', seconds: 3600 } }),
  'logic.open': () => ({ calendar: none('calendar') }),
  'logic.loop': () => ({ most: 10 }),
  // The target does not exist yet, which the check reports.
  'logic.goto': () => ({ node: 'nowhere0' }),
  'logic.stream': () => ({ stream: none('stream') }),
  'data.set': () => ({ assignments: [{ variable: 'value', value: '""' }] }),
  'data.customer': () => ({}),
  'data.sets': () => ({ action: 'add', sets: [none('label')] }),
  'data.http': () => ({ address: 'https://' }),
  'data.query': () => ({ integration: none('integration'), statement: 'select 1' }),
  'data.speech': () => ({ media: 'last.media' }),
  'talk.skill': () => ({ bot: none('bot') }),
  'talk.knowledge': () => ({ question: 'last.text' }),
  'talk.department': () => ({ department: none('department') }),
  'talk.end': () => ({}),
  // The milestone does not exist yet, which the check reports.
  'mark.milestone': () => ({ milestone: 'nowhere0' }),
  'mark.note': () => ({ text: '' }),
  'mark.end': () => ({}),
};

/** Returns the first config of a new node: enough for its schema, though hardly for the check. */
export const firstConfigOf = <Type extends NodeType>(type: Type, making: Making): ConfigOf<Type> =>
  nodeConfigs[type].parse(firsts[type](making)) as ConfigOf<Type>;
