import type { Document } from '../document/document.ts';
import type { LocalText } from '../document/fields.ts';
import type { Node } from '../document/node.ts';
import type { Test } from '../document/nodes/logic.ts';
import type { ConditionRows } from '../expression/row-shape.ts';
import type { ValueType } from '../expression/value.ts';

/**
 * An expression or a text of a node, by its place in the config. `item`: a name that its list gives each item; `wants`: the types with which the
 * node can go on
 */
export type SourcePart = {
  field: string;
  kind: 'expression' | 'text' | 'condition';
  source: string;
  isOptional?: true;
  item?: { name: string; of: string };
  wants?: readonly ValueType[];
};
export type RowsPart = { field: string; rows: ConditionRows };
export type NodeSources = { parts: SourcePart[]; rows: RowsPart[]; texts: { field: string; texts: LocalText }[] };

class Collector {
  readonly parts: SourcePart[] = [];
  readonly rows: RowsPart[] = [];
  readonly texts: { field: string; texts: LocalText }[] = [];

  expression(field: string, source: string, isOptional = false, wants?: readonly ValueType[]): void {
    if (source !== '' || !isOptional) this.parts.push({ field, kind: 'expression', source, ...(wants ? { wants } : {}) });
  }

  words(field: string, texts: LocalText): void {
    if (Object.keys(texts).length === 0) return;
    this.texts.push({ field, texts });
    for (const [language, source] of Object.entries(texts)) this.parts.push({ field: `${field}.${language}`, kind: 'text', source });
  }

  plain(field: string, source: string): void {
    this.parts.push({ field, kind: 'text', source });
  }

  test(field: string, { rows, source }: Test): void {
    if (source !== '' || rows === null) this.parts.push({ field: `${field}.source`, kind: 'condition', source });
    else this.rows.push({ field: `${field}.rows`, rows });
  }

  values(field: string, values: Readonly<Record<string, string>>): void {
    for (const [name, source] of Object.entries(values)) this.expression(`${field}.${name}`, source);
  }
}

type Items = Extract<Node, { type: 'message.buttons' }>['config']['items'];
function addItems(to: Collector, items: Items, field = 'items'): void {
  for (const [place, { title, short, description, action }] of items.entries()) {
    to.words(`${field}.${place}.title`, title);
    to.words(`${field}.${place}.short`, short);
    to.words(`${field}.${place}.description`, description);
    if (action.kind === 'url') to.plain(`${field}.${place}.action.url`, action.url);
  }
}

function addMedia(to: Collector, field: string, media: Extract<Node, { type: 'message.media' }>['config']['media'] | null): void {
  if (media?.kind === 'variable') to.expression(`${field}.source`, media.source, false, ['Media']);
}

/** Everything in a node that is an expression, a text with placeholders, or words for people. */
export function sourcesOf(node: Node): NodeSources {
  const to = new Collector();
  addOwn(to, node);
  if ('asking' in node.config)
    for (const [place, text] of node.config.asking.retryTexts.entries()) to.words(`asking.retryTexts.${place}`, text);
  return to;
}

function addOwn(to: Collector, node: Node): void {
  switch (node.type) {
    case 'message.text':
      to.words('text', node.config.text);
      return;
    case 'message.media':
      addMedia(to, 'media', node.config.media);
      to.words('caption', node.config.caption);
      return;
    case 'message.buttons':
      to.words('text', node.config.text);
      addMedia(to, 'media', node.config.media);
      addItems(to, node.config.items);
      return;
    case 'message.list':
      to.words('text', node.config.text);
      to.words('button', node.config.button);
      addItems(to, node.config.items);
      return;
    case 'message.template':
      to.values('values', node.config.values);
      addMedia(to, 'media', node.config.media);
      addItems(to, node.config.items);
      return;
    case 'message.card':
      for (const [place, { title, text, media, items }] of node.config.cards.entries()) {
        to.words(`cards.${place}.title`, title);
        to.words(`cards.${place}.text`, text);
        addMedia(to, `cards.${place}.media`, media);
        addItems(to, items, `cards.${place}.items`);
      }
      return;
    case 'message.location':
      to.expression('latitude', node.config.latitude, false, ['Number']);
      to.expression('longitude', node.config.longitude, false, ['Number']);
      to.words('name', node.config.name);
      to.words('address', node.config.address);
      return;
    case 'input.number':
    case 'input.date':
      to.words('text', node.config.text);
      {
        const wants = node.type === 'input.number' ? (['Number'] as const) : (['Date'] as const);
        to.expression('least', node.config.least, true, wants);
        to.expression('most', node.config.most, true, wants);
      }
      return;
    case 'input.choice': {
      to.words('text', node.config.text);
      const { options } = node.config;
      if (options.kind === 'fixed') {
        addItems(to, options.items, 'options.items');
        return;
      }
      to.expression('options.source', options.source, false, ['List']);
      const item = { name: options.item, of: options.source };
      to.parts.push({ field: 'options.title', kind: 'expression', source: options.title, item });
      if (options.value !== '') to.parts.push({ field: 'options.value', kind: 'expression', source: options.value, item });
      return;
    }
    case 'input.location':
      to.words('text', node.config.text);
      for (const [name, source] of Object.entries(node.config.within ?? {})) to.expression(`within.${name}`, source, false, ['Number']);
      return;
    case 'input.form':
      to.words('text', node.config.text);
      to.values('prefill', node.config.prefill);
      return;
    case 'input.text':
    case 'input.phone':
    case 'input.email':
    case 'input.media':
      to.words('text', node.config.text);
      return;
    case 'logic.condition':
      to.test('test', node.config.test);
      return;
    case 'logic.switch':
      to.expression('value', node.config.value);
      for (const [place, { values }] of node.config.cases.entries())
        for (const [at, source] of values.entries()) to.expression(`cases.${place}.values.${at}`, source);
      return;
    case 'logic.wait':
      if (node.config.until.kind === 'date') to.expression('until.date', node.config.until.date, false, ['Date']);
      if (node.config.until.kind === 'event') to.expression('until.key', node.config.until.key);
      to.expression('notAfter', node.config.notAfter, true, ['Date']);
      return;
    case 'logic.loop':
      to.expression('list', node.config.list, true, ['List']);
      return;
    case 'logic.stream':
      to.values('given', node.config.given);
      return;
    case 'data.set':
      for (const [place, { value }] of node.config.assignments.entries()) to.expression(`assignments.${place}.value`, value);
      return;
    case 'data.customer':
      for (const [place, { value }] of node.config.attributes.entries()) to.expression(`attributes.${place}.value`, value);
      to.expression('language', node.config.language, true);
      return;
    case 'data.http':
      to.plain('address', node.config.address);
      for (const [place, { value }] of node.config.query.entries()) to.expression(`query.${place}.value`, value);
      for (const [place, { value }] of node.config.headers.entries()) to.expression(`headers.${place}.value`, value);
      if (node.config.body.kind === 'json') to.plain('body.text', node.config.body.text);
      if (node.config.body.kind === 'form')
        for (const [place, { value }] of node.config.body.fields.entries()) to.expression(`body.fields.${place}.value`, value);
      return;
    case 'data.query':
      for (const [place, source] of node.config.parameters.entries()) to.expression(`parameters.${place}`, source);
      return;
    case 'data.speech':
      to.expression('media', node.config.media, false, ['Media']);
      return;
    case 'talk.knowledge':
      to.expression('question', node.config.question);
      return;
    case 'talk.department':
      to.words('note', node.config.note);
      return;
    case 'talk.end':
      to.words('text', node.config.text);
      return;
    case 'logic.split':
    case 'logic.open':
    case 'logic.goto':
    case 'data.sets':
    case 'talk.skill':
    case 'mark.milestone':
    case 'mark.note':
    case 'mark.end':
      return;
  }
}

/** The variables that a node gives a value to, by the exit behind which they have it; '' stands for every exit. */
export function setBy(node: Node): { variable: string; exits: readonly string[] | '' }[] {
  const of = (variable: string, exits: readonly string[] | '') => (variable === '' ? [] : [{ variable, exits }]);
  if ('asking' in node.config) {
    const { variable } = node.config.asking;
    const others = new Set(['invalid', 'timeout', 'failed', 'refused', 'error']);
    if (node.type === 'input.choice' && node.config.isSplit && node.config.options.kind === 'fixed')
      return of(
        variable,
        node.config.options.items.map(({ id }) => id).filter((id) => !others.has(id)),
      );
    return of(variable, ['ok']);
  }
  switch (node.type) {
    case 'input.form':
      return of(node.config.variable, ['ok']);
    case 'logic.loop':
      return of(node.config.item, ['each']);
    case 'logic.stream':
      return Object.keys(node.config.taken).map((variable) => ({ variable, exits: ['done'] }));
    case 'data.set':
      return node.config.assignments.map(({ variable }) => ({ variable, exits: ['next'] }));
    case 'data.http':
      return node.config.picks.map(({ variable }) => ({ variable, exits: ['ok', ...node.config.statuses.map(({ id }) => id)] }));
    case 'data.query':
      return of(node.config.variable, ['rows', 'none']);
    case 'data.speech':
      return of(node.config.variable, ['ok', 'unsure']);
    case 'talk.knowledge':
      return of(node.config.variable, ['answered']);
    case 'talk.skill':
      return Object.values(node.config.taken).map((variable) => ({ variable, exits: '' as const }));
    default:
      return [];
  }
}

/** Every reference of a document to something outside of it. */
export type RefPart = { node: string; field: string; ref: string; id: string; name: string };
export function refsOf(document: Document): RefPart[] {
  const found: RefPart[] = [];
  const look = (value: unknown, node: string, field: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && 'ref' in value && 'id' in value && typeof value.ref === 'string' && typeof value.id === 'string') {
      found.push({ node, field, ref: value.ref, id: value.id, name: 'name' in value && typeof value.name === 'string' ? value.name : '' });
      return;
    }
    for (const [key, inner] of Object.entries(value)) look(inner, node, field === '' ? key : `${field}.${key}`);
  };
  look(document.settings, '', 'settings');
  look(document.variables, '', 'variables');
  for (const { id, config } of document.nodes) look(config, id, '');
  return found;
}
