import { showsAsCards } from '../content/cards.ts';
import type { ChoiceShape } from '../content/choices.ts';
import { showChoices } from '../content/choices.ts';
import type { Document } from '../document/document.ts';
import { addressFault } from '../document/http-address.ts';
import type { Node, NodeOf } from '../document/node.ts';
import { checkExpression, type Known } from '../expression/check.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { parseExpression } from '../expression/parse.ts';
import { readPattern } from '../expression/pattern.ts';
import { RowFault, rowsToSource } from '../expression/rows.ts';
import { parseText } from '../expression/text.ts';
import { checkCircles } from './circles.ts';
import { expressionFinding, type Finding, finding } from './finding.ts';
import { checkEdges, graphOf } from './graph.ts';
import { checkLengths } from './lengths.ts';
import { checkKeys, checkSaved, checkSecrets, secretsOf } from './secrets.ts';
import { refsOf, type SourcePart, sourcesOf } from './sources.ts';
import { checkFilled, wantedOf } from './types.ts';
import { checkUnanswered } from './unanswered.ts';
import { checkVariables, namesIn } from './variables.ts';
import { checkWindow } from './window.ts';

/** @property windowHours for how many hours after the customer's last message it takes free content; 0: at any time; @property textLimit characters of a text; 0: no limit */
export type ChannelFacts = { windowHours: number; textLimit: number };

/** Facts of the enterprise that a check uses: existing records, and the limits of its channels. */
export type CheckFacts = {
  /** Whether the enterprise has what is named; left out: nobody asks */
  hasRef?(ref: string, id: string): boolean;
  /** Whether the template's vendor has approved it */
  isApproved?(templateId: string): boolean;
  /** Number of people in the department; undefined: nobody knows. Left out: nobody asks */
  membersOf?(departmentId: string): number | undefined;
  /** Channels on which rules begin the stream, beside those of its settings */
  attached?: readonly { id: string; name: string }[];
  /** Channels that the stream is meant for, by name */
  shapes: readonly { name: string; shape: ChoiceShape }[];
  /** Limits of a channel, by its id; undefined: it takes anything. Left out: nobody asks */
  takenBy?(channelId: string): ChannelFacts | undefined;
  /** Fields and attributes of customers */
  customer: Readonly<Record<string, Known>>;
  /** Streams inside of a stream, as they are published */
  inside?(streamId: string): readonly string[];
};

const text: Known = { type: 'Text' };
const list: Known = { type: 'List', items: text };

/** Lists the findings of a stream, in the order of its nodes; errors keep it from being published. */
export function checkDocument(document: Document, facts: CheckFacts): Finding[] {
  const graph = graphOf(document);
  const typeOf = namesOf(document, facts);
  const secrets = secretsOf(document, graph);
  const reads = new Map<string, { field: string; names: Set<string> }[]>();
  const found: Finding[] = [...checkEdges(document, graph), ...checkCircles(graph), ...checkSettings(document)];
  for (const node of document.nodes) {
    const { parts, rows, texts } = sourcesOf(node);
    const read: { field: string; names: Set<string> }[] = [];
    for (const given of parts) {
      const part = { ...given, ...wantedOf(document, node, given.field) };
      const { findings, names } = checkPart(part, typeOf, node.id);
      found.push(...findings);
      read.push({ field: part.field, names });
    }
    for (const { field, rows: condition } of rows) {
      try {
        const source = rowsToSource(condition, (name) => typeOf(name.split('.')[0] ?? '') ?? { type: 'Any' });
        const { findings, names } = checkPart({ field, kind: 'condition', source }, typeOf, node.id);
        found.push(...findings);
        read.push({ field, names });
      } catch (error) {
        if (!(error instanceof RowFault)) throw error;
        found.push(
          expressionFinding(
            'EXPRESSION',
            { code: error.code, text: error.message },
            { node: node.id, field: `${field}.groups.${error.group}.rows.${error.row}` },
          ),
        );
      }
    }
    for (const { field, texts: words } of texts)
      for (const language of document.languages)
        if (words[language] === undefined) found.push(finding('TRANSLATION', 'noTranslation', { node: node.id, field }, { language }));
    reads.set(node.id, read);
    found.push(
      ...checkNode(document, node, facts),
      ...checkFilled(document, node),
      ...checkKeys(node, parts),
      ...checkSecrets(node, parts, secrets),
    );
  }
  const { takenBy } = facts;
  if (takenBy) {
    const asksWindow = (id: string) => reads.get(id)?.some(({ names }) => names.has('window')) ?? false;
    const channels = channelsOf(document, facts);
    found.push(...checkWindow(channels, graph, asksWindow, (id) => takenBy(id)?.windowHours ?? 0));
    found.push(...checkLengths(document, channels, (id) => takenBy(id)?.textLimit ?? 0));
  }
  found.push(...checkUnanswered(document, graph, facts));
  found.push(
    ...checkSaved(document, secrets),
    ...checkVariables(document, graph, reads),
    ...checkRefs(document, facts),
    ...checkInside(document, facts),
  );
  return found;
}

/** Each channel once on which the stream may talk: those of its settings, and those of its rules. */
export function channelsOf({ settings }: Document, { attached = [] }: Pick<CheckFacts, 'attached'>): { id: string; name: string }[] {
  const named = new Set(settings.channels.map(({ id }) => id));
  return [...settings.channels, ...attached.filter(({ id }) => !named.has(id))];
}

function namesOf(document: Document, { customer }: CheckFacts): (name: string) => Known | undefined {
  const known = new Map<string, Known>([
    ['customer', { type: 'Map', fields: { ...customer, groups: list, labels: list } }],
    ['last', { type: 'Map', fields: { text, media: { type: 'Media' }, time: { type: 'Date' } } }],
    ['entry', { type: 'Any' }],
    ['call', { type: 'Map' }],
    ['channel', { type: 'Map' }],
    ['window', { type: 'Map', fields: { open: { type: 'Boolean' } } }],
    ...document.variables.map(({ name, type }) => [name, { type }] as const),
  ]);
  return (name) => known.get(name);
}

function checkPart(
  { field, kind, source, item, wants }: SourcePart,
  typeOf: (name: string) => Known | undefined,
  node: string,
): { findings: Finding[]; names: Set<string> } {
  const findings: Finding[] = [];
  const names = new Set<string>();
  try {
    const expressions =
      kind === 'text'
        ? parseText(source).flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []))
        : [parseExpression(source)];
    for (const expression of expressions) {
      const own = item ? new Set([item.name]) : new Set<string>();
      for (const name of namesIn(expression, own)) names.add(name);
      const checked = checkExpression(expression, (name) => (name === item?.name ? { type: 'Any' } : typeOf(name)));
      for (const one of checked.findings)
        findings.push(expressionFinding(one.level === 'error' ? 'EXPRESSION' : 'DEAD_CASE', one, { node, field }));
      const { type } = checked.type;
      if (kind === 'condition' && type !== 'Boolean' && type !== 'Any' && type !== 'Empty')
        findings.push(finding('EXPRESSION', 'notBoolean', { node, field }, { type }));
      if (wants && type !== 'Any' && type !== 'Empty' && !wants.includes(type))
        findings.push(finding('EXPRESSION', 'wrongType', { node, field }, { wanted: wants.join(' / '), type }));
    }
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    findings.push(expressionFinding('EXPRESSION', { code: error.code, text: error.message }, { node, field }));
  }
  return { findings, names };
}

function checkSettings({ settings, variables, milestones, nodes }: Document): Finding[] {
  const found: Finding[] = [];
  if (settings.reentry === 'many' && settings.entryKey === '')
    found.push(finding('SETTING', 'keyMissing', { field: 'settings.entryKey' }, {}));
  if (settings.inactivity.reminder && settings.inactivity.reminder.seconds >= settings.inactivity.seconds)
    found.push(finding('SETTING', 'reminderLate', { field: 'settings.inactivity.reminder' }, {}));
  if (settings.words.menu.words.length > 0 && !nodes.some(({ id }) => id === settings.words.menu.node))
    found.push(finding('SETTING', 'menuNowhere', { field: 'settings.words.menu.node' }, {}));
  for (const { name, default: given } of variables) {
    if (given === '') continue;
    const { findings } = checkPart({ field: `variables.${name}.default`, kind: 'expression', source: given }, () => undefined, '');
    found.push(...findings);
  }
  for (const node of nodes)
    if (node.type === 'mark.milestone' && !milestones.some(({ id }) => id === node.config.milestone))
      found.push(finding('SETTING', 'milestoneGone', { node: node.id, field: 'milestone' }, {}));
  return found;
}

const sampleLength = (title: string) => title.replace(/\{\{.*?\}\}/g, '');

/** Checks the settings of a node, beside its expressions. */
function checkNode(document: Document, node: Node, { shapes }: CheckFacts): Finding[] {
  const found: Finding[] = [];
  const at = { node: node.id };
  if (node.type === 'logic.split' && node.config.shares.reduce((sum, { share }) => sum + share, 0) !== 10_000)
    found.push(finding('SETTING', 'sharesSum', { ...at, field: 'shares' }, {}));
  if (node.type === 'input.text' && node.config.pattern !== '') {
    const pattern = readPattern(node.config.pattern);
    if (typeof pattern === 'string')
      found.push(expressionFinding('EXPRESSION', { code: 'pattern', text: pattern }, { ...at, field: 'pattern' }));
  }
  const fault = node.type === 'data.http' ? addressFault(node.config) : undefined;
  if (fault) found.push(finding('SETTING', fault, { ...at, field: 'address' }, {}));
  if (node.type === 'talk.knowledge' && node.config.sources.length === 0)
    found.push(finding('SETTING', 'noSources', { ...at, field: 'sources' }, {}));
  if (
    node.type.startsWith('input.') &&
    'asking' in node.config &&
    node.config.asking.timeoutSeconds === null &&
    document.settings.inactivity.seconds > 7 * 86_400
  )
    found.push(finding('NO_TIMEOUT', 'staysLong', at, {}));
  for (const { name } of variablesNamed(node))
    if (name !== '' && !document.variables.some((variable) => variable.name === name))
      found.push(finding('SETTING', 'variableGone', at, { name }));
  if (node.type === 'message.card') found.push(...checkCards(document, node, shapes));
  const items =
    node.type === 'message.buttons' || node.type === 'message.list'
      ? node.config.items
      : node.type === 'input.choice' && node.config.options.kind === 'fixed'
        ? node.config.options.items
        : [];
  for (const language of document.languages) {
    const shown = items.map(({ id, title, short, action }) => ({
      id,
      title: sampleLength(title[language] ?? ''),
      short: sampleLength(short[language] ?? ''),
      description: '',
      synonyms: [],
      action,
    }));
    if (shown.length === 0) break;
    const style = node.type === 'message.buttons' || (node.type === 'input.choice' && node.config.style === 'buttons') ? 'buttons' : 'list';
    for (const { name, shape } of shapes) {
      const { content } = showChoices({ text: '', items: shown, style, button: '', more: 'More…' }, shape);
      if (content.kind !== style && items.some(({ action }) => action.kind === 'reply'))
        found.push(
          finding(
            'FALLBACK',
            content.kind === 'text' ? 'showsNumbers' : content.kind === 'list' ? 'showsList' : 'showsButtons',
            { ...at, field: 'items' },
            { channel: name, language },
          ),
        );
    }
  }
  return found;
}

/** Cards that say nothing, and channels that have none of them, or none so large. */
function checkCards(document: Document, { id, config }: NodeOf<'message.card'>, shapes: CheckFacts['shapes']): Finding[] {
  const at = { node: id, field: 'cards' };
  const empty = config.cards.some(
    ({ title, text, media }) => media === null && [title, text].every((words) => Object.values(words).every((one) => one.trim() === '')),
  );
  const inWords = (language: string) =>
    config.cards.map(({ title, text, items }) => ({
      title: sampleLength(title[language] ?? ''),
      text: sampleLength(text[language] ?? ''),
      items: items.map((item) => ({
        title: sampleLength(item.title[language] ?? ''),
        short: sampleLength(item.short[language] ?? ''),
        action: item.action,
      })),
    }));
  return [
    ...(empty ? [finding('SETTING', 'cardEmpty', at, {})] : []),
    ...document.languages.flatMap((language) =>
      shapes
        .filter(({ shape }) => !showsAsCards(inWords(language), shape.cards))
        .map(({ name }) => finding('FALLBACK', 'showsPictures', at, { channel: name, language })),
    ),
  ];
}

/** The variables that a node names to be set. */
function variablesNamed(node: Node): { name: string }[] {
  if ('asking' in node.config) return [{ name: node.config.asking.variable }];
  switch (node.type) {
    case 'data.set':
      return node.config.assignments.map(({ variable }) => ({ name: variable }));
    case 'data.http':
      return node.config.picks.map(({ variable }) => ({ name: variable }));
    case 'data.query':
    case 'data.speech':
    case 'talk.knowledge':
    case 'input.form':
      return [{ name: node.config.variable }];
    case 'logic.loop':
      return [{ name: node.config.item }];
    case 'talk.skill':
      return Object.values(node.config.taken).map((name) => ({ name }));
    case 'logic.stream':
      return Object.keys(node.config.taken).map((name) => ({ name }));
    default:
      return [];
  }
}

function checkRefs(document: Document, { hasRef, isApproved }: CheckFacts): Finding[] {
  return refsOf(document).flatMap(({ node, field, ref, id, name }) => {
    if (id === '') return [finding('REF_GONE', 'chooseRef', { node, field }, { ref })];
    if (hasRef && !hasRef(ref, id)) return [finding('REF_GONE', 'refGone', { node, field }, { ref, name: name || id })];
    if (ref === 'template' && isApproved && !isApproved(id))
      return [finding('TEMPLATE_NOT_APPROVED', 'notApproved', { node, field }, { name: name || id })];
    return [];
  });
}

/** A stream that is inside of itself, however far. */
function checkInside(document: Document, { inside }: CheckFacts): Finding[] {
  return document.nodes.flatMap((node) => {
    if (node.type !== 'logic.stream') return [];
    const seen = new Set<string>();
    const open = [node.config.stream.id];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === document.id) return [finding('SUB_CYCLE', 'insideItself', { node: node.id, field: 'stream' }, {})];
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...(inside?.(id) ?? []));
    }
    return [];
  });
}
