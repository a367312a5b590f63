import { actionIn, showChoices } from '../content/choices.ts';
import { withoutValues } from '../content/without-values.ts';
import type { Document } from '../document/document.ts';
import type { Node } from '../document/node.ts';
import { readingOf, refsOf, setBy, sourcesOf } from '../document/sources.ts';
import { calendarAskedBy, hoursAskedIn } from '../expression/calendars.ts';
import { checkExpression, type KnownType } from '../expression/check.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { parseExpression } from '../expression/parse.ts';
import { RowFault, rowsToSource } from '../expression/rows.ts';
import { parseText } from '../expression/text.ts';
import type { SourcePart } from '../nodes/shared/collector.ts';
import { checkOf } from './check-of.ts';
import { checkCircles } from './circles.ts';
import type { CheckFacts } from './facts.ts';
import { expressionFinding, type Finding, finding } from './finding.ts';
import { checkEdges, graphOf } from './graph.ts';
import { checkLengths } from './lengths.ts';
import { checkKeys, checkSaved, checkSecrets, secretsOf } from './secrets.ts';
import { checkFilled, wantedOf } from './types.ts';
import { checkUnanswered } from './unanswered.ts';
import { checkVariables, namesIn } from './variables.ts';
import { checkWindow } from './window.ts';

const text: KnownType = { type: 'Text' };
const list: KnownType = { type: 'List', items: text };

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
      const { findings, names, calendars } = checkPart(part, typeOf, node.id);
      found.push(...findings, ...checkCalendars(calendars, { node: node.id, field: part.field }, facts));
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

function namesOf(document: Document, { customer }: CheckFacts): (name: string) => KnownType | undefined {
  const known = new Map<string, KnownType>([
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
  typeOf: (name: string) => KnownType | undefined,
  node: string,
  knowsHours = true,
): { findings: Finding[]; names: Set<string>; calendars: Set<string> } {
  const findings: Finding[] = [];
  const names = new Set<string>();
  const calendars = new Set<string>();
  try {
    const expressions =
      kind === 'text'
        ? parseText(source).flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []))
        : [parseExpression(source)];
    for (const expression of expressions) {
      const own = item ? new Set([item.name]) : new Set<string>();
      for (const name of namesIn(expression, own)) names.add(name);
      for (const name of hoursAskedIn(expression).map(calendarAskedBy)) if (typeof name === 'string') calendars.add(name);
      const checked = checkExpression(expression, (name) => (name === item?.name ? { type: 'Any' } : typeOf(name)), knowsHours);
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
  return { findings, names, calendars };
}

/** Calendars that expressions name, and that are not there. */
const checkCalendars = (names: ReadonlySet<string>, place: { node: string; field: string }, { hasCalendar }: CheckFacts): Finding[] =>
  [...names].flatMap((name) => (hasCalendar?.(name) === false ? [finding('REF_GONE', 'refGone', place, { ref: 'calendar', name })] : []));

function checkSettings(document: Document): Finding[] {
  const { settings, variables, nodes } = document;
  const found: Finding[] = [];
  if (settings.reentry === 'many' && settings.entryKey === '')
    found.push(finding('SETTING', 'keyMissing', { field: 'settings.entryKey' }, {}));
  else if (settings.reentry === 'many') {
    // It is computed before there is a walk: from what the walk is started with alone, and without hours.
    const part = { field: 'settings.entryKey', kind: 'expression', source: settings.entryKey } as const;
    found.push(...checkPart(part, (name) => (name === 'entry' ? { type: 'Any' } : undefined), '', false).findings);
  }
  if (settings.inactivity.reminder && settings.inactivity.reminder.seconds >= settings.inactivity.seconds)
    found.push(finding('SETTING', 'reminderLate', { field: 'settings.inactivity.reminder' }, {}));
  if (settings.words.menu.words.length > 0 && !nodes.some(({ id }) => id === settings.words.menu.node))
    found.push(finding('SETTING', 'menuNowhere', { field: 'settings.words.menu.node' }, {}));
  for (const { name, default: given } of variables) {
    if (given === '') continue;
    // A walk that moves to another version has its defaults computed without hours.
    const part = { field: `variables.${name}.default`, kind: 'expression', source: given } as const;
    found.push(...checkPart(part, () => undefined, '', false).findings);
  }
  return [...found, ...nodes.flatMap((node) => checkOf(node.type)?.named?.(node.config, { document, node: node.id }) ?? [])];
}

const longestSilence = 7 * 86_400;

/** Checks the settings of a node, beside its expressions. */
function checkNode(document: Document, node: Node, { shapes }: CheckFacts): Finding[] {
  const at = { node: node.id };
  const found = [...(checkOf(node.type)?.settings?.(node.config, { document, node: node.id, shapes }) ?? [])];
  if ('asking' in node.config && node.config.asking.timeoutSeconds === null && document.settings.inactivity.seconds > longestSilence)
    found.push(finding('NO_TIMEOUT', 'staysLong', at, {}));
  for (const { variable: name } of setBy(node))
    if (!document.variables.some((variable) => variable.name === name)) found.push(finding('SETTING', 'variableGone', at, { name }));
  return [...found, ...checkChoices(document, node, shapes)];
}

/** Finds channels that show the choices of a node in another form than it asks for. */
function checkChoices({ languages }: Document, { id: node, type, config }: Node, shapes: CheckFacts['shapes']): Finding[] {
  const { items, style } = readingOf(type).choices?.(config) ?? { items: [], style: 'list' };
  if (items.length === 0) return [];
  const hasReplies = items.some(({ action }) => action.kind === 'reply');
  return languages.flatMap((language) => {
    const shown = items.map(({ id, title, short, action }) => ({
      id,
      title: withoutValues(title[language] ?? ''),
      short: withoutValues(short[language] ?? ''),
      description: '',
      synonyms: [],
      action: actionIn(action),
    }));
    return shapes.flatMap(({ name, shape }) => {
      const { content } = showChoices({ text: '', items: shown, style, button: '', more: 'More…' }, shape);
      if (content.kind === style || !hasReplies) return [];
      const what = content.kind === 'text' ? 'showsNumbers' : content.kind === 'list' ? 'showsList' : 'showsButtons';
      return [finding('FALLBACK', what, { node, field: 'items' }, { channel: name, language })];
    });
  });
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
