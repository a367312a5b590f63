import type { Node } from '../document/node.ts';
import { readingOf } from '../document/sources.ts';
import { isQuestion } from '../nodes/kinds.ts';
import { orEndless } from '../nodes/shared/sources.ts';
import { type Finding, finding } from './finding.ts';
import type { Graph } from './graph.ts';

const hourSeconds = 3600;
/** Exits by which nobody has answered; the way goes on by them. */
const unanswered: ReadonlySet<string> = new Set(['timeout', 'failed', 'refused', 'error']);

const waitsForAnswer = (node: Node): boolean =>
  isQuestion(node) || readingOf(node.type).hears === true || ('waits' in node.config && node.config.waits);

/** Returns the most seconds that a node may wait before it is left by an exit; 'answered' where the customer has just written. */
function waitedAt(node: Node, exit: string): number | 'answered' {
  const { waited } = readingOf(node.type);
  if (waited) return waited(node.config, exit);
  if (waitsForAnswer(node) && !unanswered.has(exit)) return 'answered';
  if (exit !== 'timeout') return 0;
  if ('asking' in node.config) return orEndless(node.config.asking.timeoutSeconds);
  return 'timeoutSeconds' in node.config ? orEndless(node.config.timeoutSeconds) : 0;
}

/**
 * Computes, for each node, the longest time since the customer wrote: the longest way since an answer, or since the start. Where ways still
 * become longer after as many rounds as there are nodes, there is a circle that waits, and any time may have passed (Bellman and Ford).
 * Behind a condition about the window itself the stream knows what it does.
 */
function longestSilence({ nodes, links, reachable }: Graph, asksWindow: (id: string) => boolean): ReadonlyMap<string, number> {
  const silence = new Map([...reachable].map((id) => [id, 0]));
  let open: ReadonlySet<string> = reachable;
  for (let round = 1; open.size > 0; round += 1) {
    const next = new Set<string>();
    for (const id of open)
      for (const { exit, to } of links.get(id) ?? []) {
        const node = nodes.get(id) as Node;
        const waited = readingOf(node.type).branches && asksWindow(id) ? 'answered' : waitedAt(node, exit);
        const before = silence.get(to);
        if (waited === 'answered' || before === undefined) continue;
        const seconds = (silence.get(id) ?? 0) + waited;
        if (seconds <= before) continue;
        silence.set(to, round > nodes.size ? Number.POSITIVE_INFINITY : seconds);
        next.add(to);
      }
    open = next;
  }
  return silence;
}

/** Returns the field in which a template would be chosen, for a node that sends free content; otherwise undefined. */
function fieldOfFree({ type, config }: Node): string | undefined {
  const { freeField } = readingOf(type);
  if (freeField) return freeField(config);
  return 'sending' in config && config.sending.outsideWindow === null ? 'sending.outsideWindow' : undefined;
}

/**
 * Free content where the customer may not have written for longer than the channel's window: it would be refused.
 * @param channels on which the stream talks
 * @param asksWindow whether an expression of a node names the window
 * @param windowHoursOf a channel, by its id; 0 where free content goes at any time
 */
export function checkWindow(
  channels: readonly { id: string; name: string }[],
  graph: Graph,
  asksWindow: (id: string) => boolean,
  windowHoursOf: (channelId: string) => number,
): Finding[] {
  const silence = longestSilence(graph, asksWindow);
  return [...graph.nodes.values()].flatMap((node) => {
    const field = fieldOfFree(node);
    if (field === undefined) return [];
    const via = 'sending' in node.config ? node.config.sending.via : null;
    const closed = (via ? [via] : channels)
      .map(({ id, name }) => ({ name, hours: windowHoursOf(id) }))
      .filter(({ hours }) => hours > 0 && (silence.get(node.id) ?? 0) >= hours * hourSeconds);
    if (closed.length === 0) return [];
    const slots = { channel: closed.map(({ name }) => name).join(', '), hours: Math.min(...closed.map(({ hours }) => hours)) };
    return [finding('WINDOW_RISK', 'windowClosed', { node: node.id, field }, slots)];
  });
}
