import type { AskedCalendar } from '../engine/facts.ts';
import type { Expression } from '../expression/ast.ts';
import { calendarAskedBy, hoursAskedIn } from '../expression/calendars.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { parseExpression } from '../expression/parse.ts';
import { parseText } from '../expression/text.ts';
import type { Document } from './document.ts';
import { sourcesOf } from './sources.ts';

/** Reads the expressions of a source; one that cannot be read asks for nothing. */
function expressionsIn(kind: string, source: string): Expression[] {
  if (!source.includes('isOpen')) return [];
  try {
    if (kind !== 'text') return [parseExpression(source)];
    return parseText(source).flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []));
  } catch (error) {
    if (error instanceof ExpressionFault) return [];
    throw error;
  }
}

/** Lists the calendars that a document asks for, each once: those whose openings nodes wait for, and those that expressions name. */
export function calendarsOf(document: Document): AskedCalendar[] {
  const ids = document.nodes.flatMap((node) => (node.type === 'logic.open' ? [node.config.calendar?.id ?? null] : []));
  const parts = document.nodes.flatMap((node) => sourcesOf(node).parts);
  const named = parts.flatMap(({ kind, source }) => expressionsIn(kind, source).flatMap(hoursAskedIn).map(calendarAskedBy));
  const names = new Set(named.flatMap((name) => (typeof name === 'string' ? [name] : [])));
  return [...new Set([...ids, ...(named.includes(null) ? [null] : [])]), ...[...names].map((name) => ({ named: name }))];
}
