import { isQuestion } from '../nodes/kinds.ts';
import { leastWait } from '../nodes/shared/sources.ts';
import type { Node } from './node.ts';
import { readingOf } from './sources.ts';

/** Exits of any node that are taken at once, or by a receipt of what it has sent itself. */
const atOnce: ReadonlySet<string> = new Set(['refused', 'failed', 'late']);

/**
 * Tells whether somebody who leaves a node by an exit has waited there for something that the stream does not cause itself, so that a circle over this
 * edge cannot run by itself. @param isDateAhead of a wait for a date: whether the date may lie ahead each time
 */
export function waitsBefore(node: Node, exit: string, isDateAhead: boolean): boolean {
  if (atOnce.has(exit)) return false;
  if (exit === 'timeout') return (timeoutOf(node) ?? Number.POSITIVE_INFINITY) >= leastWait;
  const { waits } = readingOf(node.type);
  if (waits) return waits(node.config, exit, isDateAhead);
  return isQuestion(node) || ('waits' in node.config && node.config.waits);
}

function timeoutOf({ config }: Node): number | null {
  if ('asking' in config) return config.asking.timeoutSeconds;
  if ('until' in config) return 'timeoutSeconds' in config.until ? config.until.timeoutSeconds : null;
  if ('mostSeconds' in config) return config.mostSeconds;
  return 'timeoutSeconds' in config ? config.timeoutSeconds : null;
}
